namespace IwTune.Lab.Reproducing;

/// <summary>The properties of a path that cannot change while it exists.</summary>
/// <param name="Mtu">Bytes.</param>
/// <param name="Timestamps">TCP timestamps, 12 bytes of each segment.</param>
internal sealed record PathSetup(int Mtu, bool Timestamps)
{
    /// <summary>Ethernet with timestamps: segments of 1448 bytes.</summary>
    public static PathSetup Usual { get; } = new(1500, Timestamps: true);

    /// <summary>As the benchmark <c>seed-e</c> counts: segments of 1452 bytes.</summary>
    public static PathSetup SeedE { get; } = new(1492, Timestamps: false);

    public int HeaderBytes => Timestamps ? 52 : 40;

    public int Mss => Mtu - HeaderBytes;
}
