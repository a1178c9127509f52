namespace IwTune.Shared.Model.Deciding;

/// <summary>Whether losses in first flights would be seen now (RFC 6928 §12).</summary>
public enum Sight
{
    /// <summary>They are seen: a window may be raised.</summary>
    Clear,

    /// <summary>No observation for more than two intervals: nothing is raised.</summary>
    Blind,

    /// <summary>No observation for so long that raises are withdrawn.</summary>
    Gone,
}
