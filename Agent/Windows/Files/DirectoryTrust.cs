namespace IwTune.Agent.Windows.Files;

/// <summary>What to do about an existing state directory.</summary>
internal enum DirectoryTrust
{
    /// <summary>Its access rights are as the agent would make it.</summary>
    AsMade,

    /// <summary>Its owner is trusted, but it admits others, or inherits rights that would: it is closed.</summary>
    Close,

    /// <summary>An untrusted user made it, and may have put data into it that the agent would trust: it is not used.</summary>
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

    /// <param name="owner">Its owner; <see langword="null"/> when that cannot be read.</param>
    /// <param name="inherits">True when it inherits the rights of its parent: <c>%ProgramData%</c> lets every user write.</param>
    /// <param name="admitted">Every account with any right on it.</param>
    /// <param name="self">The user of this process.</param>
    /// <param name="elevated">Whether that user acts as an administrator.</param>
    public static DirectoryTrust Of(string? owner, bool inherits, IEnumerable<string> admitted, string self, bool elevated)
    {
        // What an elevated administrator makes belongs to the group or to that user, by a setting of the machine.
        if (owner is not (System or Administrators) && owner != self)
            return DirectoryTrust.Refuse;
        var inside = Inside(self, elevated);
        return inherits || admitted.Any(one => !inside.Contains(one)) ? DirectoryTrust.Close : DirectoryTrust.AsMade;
    }
}
