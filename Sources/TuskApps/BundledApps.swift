/// The bundled app descriptions.
enum BundledApps {
  /// The files by app name; each is loaded only when it is needed.
  static let files: [String: @Sendable () -> [UInt8]] = [
    "1writer": { PackageResources._writer_app },
    "actions-uri": { PackageResources.actions_uri_app },
    "advanced-uri": { PackageResources.advanced_uri_app },
    "agenda": { PackageResources.agenda_app },
    "bear": { PackageResources.bear_app },
    "chrome": { PackageResources.chrome_app },
    "day-one": { PackageResources.day_one_app },
    "drafts": { PackageResources.drafts_app },
    "due": { PackageResources.due_app },
    "fantastical": { PackageResources.fantastical_app },
    "ia-writer": { PackageResources.ia_writer_app },
    "joplin": { PackageResources.joplin_app },
    "noteplan": { PackageResources.noteplan_app },
    "obsidian": { PackageResources.obsidian_app },
    "omnifocus-views": { PackageResources.omnifocus_views_app },
    "omnifocus": { PackageResources.omnifocus_app },
    "scriptable": { PackageResources.scriptable_app },
    "shortcuts-views": { PackageResources.shortcuts_views_app },
    "shortcuts": { PackageResources.shortcuts_app },
    "story-planner": { PackageResources.story_planner_app },
    "things": { PackageResources.things_app },
    "ulysses": { PackageResources.ulysses_app },
    "upnote": { PackageResources.upnote_app },
    "working-copy-views": { PackageResources.working_copy_views_app },
    "working-copy": { PackageResources.working_copy_app },
  ]
}
