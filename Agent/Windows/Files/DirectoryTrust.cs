namespace IwTune.Agent.Windows.Files;

/// <summary>What to do about a state directory that is there already.</summary>
internal enum DirectoryTrust
{
    /// <summary>It is as it would be made.</summary>
    AsMade,

    /// <summary>Its owner is trusted, but it lets others in, or inherits what would: it is closed.</summary>
    Close,

    /// <summary>Somebody who is not trusted made it, and may have put into it what the agent would believe: it is not used.</summary>
    Refuse,
}

/// <summary>Judges a directory by security identifiers (S-1-…).</summary>
internal static class DirectoryTrusts
{
    /// <summary>NT AUTHORITY\SYSTEM and BUILTIN\Administrators (winnt.h).</summary>
    public const string System = "S-1-5-18",
        Administrators = "S-1-5-32-544";

    /// <summary>Who may enter a directory that this process makes: an agent that is not elevated serves its own user besides.</summary>
    public static IReadOnlyList<string> Inside(string self, bool elevated) =>
        elevated ? [System, Administrators] : [System, Administrators, self];

    /// <param name="owner">Whose it is; <see langword="null"/> when that cannot be read.</param>
    /// <param name="inherits">It takes over what its parent grants: <c>%ProgramData%</c> lets every user write.</param>
    /// <param name="admitted">Everybody whom it grants anything.</param>
    /// <param name="self">The user of this process.</param>
    /// <param name="elevated">Whether that user acts as an administrator.</param>
    public static DirectoryTrust Of(string? owner, bool inherits, IEnumerable<string> admitted, string self, bool elevated)
    {
        // What an elevated administrator makes belongs to the group or to himself, by a setting of the machine.
        if (owner is not (System or Administrators) && owner != self)
            return DirectoryTrust.Refuse;
        var inside = Inside(self, elevated);
        return inherits || admitted.Any(one => !inside.Contains(one)) ? DirectoryTrust.Close : DirectoryTrust.AsMade;
    }
}
