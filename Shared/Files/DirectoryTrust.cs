namespace IwTune.Shared.Files;

/// <summary>What to do about an existing directory of the agent or the server on Windows.</summary>
public enum DirectoryTrust
{
    /// <summary>Its access rights are as its program would make it.</summary>
    AsMade,

    /// <summary>Its owner is trusted, but it admits others, or inherits rights that would: it is closed.</summary>
    Close,

    /// <summary>An untrusted user made it, and may have put data into it that the program would trust: it is not used.</summary>
    Refuse,
}

/// <summary>
/// Judges a directory by security identifiers (S-1-…): one rule for the agent's state and the server's data. Who is asked is the caller's.
/// </summary>
public static class DirectoryTrusts
{
    /// <summary>NT AUTHORITY\SYSTEM (winnt.h).</summary>
    public const string System = "S-1-5-18";

    /// <summary>BUILTIN\Administrators (winnt.h).</summary>
    public const string Administrators = "S-1-5-32-544";

    /// <summary>Who may enter a directory that this process makes: one that is not elevated serves its own user besides.</summary>
    public static IReadOnlyList<string> Inside(string self, bool elevated) =>
        elevated ? [System, Administrators] : [System, Administrators, self];

    /// <summary>Judges an existing directory.</summary>
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
