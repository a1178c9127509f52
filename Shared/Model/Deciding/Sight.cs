namespace IwTune.Shared.Model.Deciding;

/// <summary>Whether losses in first flights would be seen now (RFC 6928 §12).</summary>
public enum Sight
{
    /// <summary>They are seen: a window may be raised.</summary>
    Clear,

    /// <summary>Nobody has looked for more than two intervals: nothing is raised.</summary>
    Blind,

    /// <summary>Nobody has looked for so long that what was raised is taken back.</summary>
    Gone,
}
