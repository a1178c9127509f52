namespace Microsoft.PowerShell.Cmdletization.GeneratedTypes.NetTCPConnection;

/// <summary>MIB_TCP_STATE of tcpmib.h.</summary>
public enum State : byte
{
    Closed = 1,
    Listen = 2,
    SynSent = 3,
    SynReceived = 4,
    Established = 5,
    FinWait1 = 6,
    FinWait2 = 7,
    CloseWait = 8,
    Closing = 9,
    LastAck = 10,
    TimeWait = 11,
    DeleteTCB = 12,
}

/// <summary>The names are documented, their order is not.</summary>
public enum AppliedSetting : byte
{
    Internet,
    Datacenter,
    Compat,
    Custom,
    InternetCustom,
    DatacenterCustom,
}

public enum OffloadState : byte
{
    InHost = 0,
    Offloading = 1,
    Offloaded = 2,
    Uploading = 3,
}
