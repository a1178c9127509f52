namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>The file by which systemd-networkd configures a route's link, and the effect of a drop-in beside it.</summary>
/// <param name="File">The <c>.network</c> file as a full path, in /etc, /run or /usr.</param>
/// <param name="Shared">True when it configures further links too: a drop-in would change those as well.</param>
/// <param name="Version">The installed systemd-networkd's; <see langword="null"/> when it is not known.</param>
/// <param name="DropInDirectory">Where drop-ins go, <c>/etc/systemd/network</c>.</param>
internal sealed record NetworkdUnit(string File, bool Shared, int? Version, string DropInDirectory)
{
    /// <summary>Makes networkd read it; <see langword="null"/> where that is not possible.</summary>
    public RunningNetworkd? Running { get; init; }
}
