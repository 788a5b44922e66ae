@main enum SandboxProgram { static func main() {} }
