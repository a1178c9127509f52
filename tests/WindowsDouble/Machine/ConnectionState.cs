namespace IwTune.WindowsDouble.Machine;

/// <summary>A connection as Get-NetTCPConnection lists it.</summary>
/// <param name="AppliedSetting">The template it was given; empty for a listener.</param>
public sealed record ConnectionState(
    string LocalAddress,
    ushort LocalPort,
    string RemoteAddress,
    ushort RemotePort,
    string State,
    string AppliedSetting,
    uint OwningProcess
);
