namespace IwTune.Agent.Linux.Doctor;

/// <summary>An interface as the checks see it.</summary>
internal sealed record LinkFinding
{
    public required string Name { get; init; }

    /// <summary>Bytes.</summary>
    public int Mtu { get; init; } = 1500;

    public bool IsUp { get; init; } = true;

    /// <summary>Queueing discipline: <c>fq</c>, <c>mq</c>, <c>noqueue</c>.</summary>
    public string Qdisc { get; init; } = "";

    /// <summary>Packets that its queue holds at most (txqueuelen); 0 where it has none.</summary>
    public int QueueLength { get; init; }

    /// <summary>Packets that left its queue since it was made; a segment that the card splits is one.</summary>
    public long QueuedPackets { get; init; }

    /// <summary>Packets that its queue dropped.</summary>
    public long QueueDrops { get; init; }

    /// <summary>Kernel driver; empty when it has none.</summary>
    public string Driver { get; init; } = "";

    /// <summary>The offloads that are on, of tso, gso, gro, lro.</summary>
    public IReadOnlyList<string> Offloads { get; init; } = [];

    /// <summary>Mbit/s; <see langword="null"/> when the driver does not report it.</summary>
    public long? Speed { get; init; }

    /// <summary>False for half duplex; <see langword="null"/> when the driver does not report it.</summary>
    public bool? FullDuplex { get; init; }
}
