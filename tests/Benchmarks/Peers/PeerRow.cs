namespace IwTune.Benchmarks.Peers;

/// <summary>What was measured of one program.</summary>
/// <param name="Name">Of the program.</param>
/// <param name="Version">Of its package.</param>
/// <param name="Resident">Resident set at rest.</param>
/// <param name="Anonymous">Its anonymous part.</param>
/// <param name="Idle">The shortest useful command.</param>
/// <param name="Unattended">Whether and when it repairs without a person.</param>
/// <param name="Repair">From the start of its command until the window was there again.</param>
/// <param name="Lost">Of proto, mtu, advmss and realm, after it has set the window.</param>
/// <param name="Reports">What it says about the window.</param>
/// <param name="Better">What it does better than IwTune.</param>
internal sealed record PeerRow(
    string Name,
    string Version,
    PeerCell Resident,
    PeerCell Anonymous,
    PeerCell Idle,
    PeerCell Unattended,
    PeerCell Repair,
    PeerCell Lost,
    PeerCell Reports,
    string Better
);
