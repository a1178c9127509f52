namespace IwTune.Agent.Linux.Emulation;

/// <summary>Why a path loses a packet.</summary>
public enum PathLoss
{
    /// <summary>It does not, as far as is known now: a control law decides when the packet leaves the queue.</summary>
    None,

    /// <summary>The script names it.</summary>
    Scripted,

    /// <summary>The queue was full.</summary>
    Overflowed,

    /// <summary>The queue's control law dropped it.</summary>
    Controlled,
}
