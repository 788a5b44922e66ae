@main enum Tusk { static func main() {} }
