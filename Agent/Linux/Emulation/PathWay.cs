namespace IwTune.Agent.Linux.Emulation;

/// <summary>A direction of a path.</summary>
public enum PathWay
{
    /// <summary>From the left end to the right one.</summary>
    ToRight,

    /// <summary>From the right end to the left one.</summary>
    ToLeft,
}
