// The names and numbers of MSFT_NetTCPSetting. PowerShell generates such types, with exactly this namespace, from the module's CDXML.
namespace Microsoft.PowerShell.Cmdletization.GeneratedTypes.NetTCPSetting;

public enum AutomaticUseCustom : byte
{
    Disabled = 0,
    Enabled = 1,
}

public enum AutoTuningLevelEffective : byte
{
    Local = 0,
    GroupPolicy = 1,
}

public enum AutoTuningLevelGroupPolicy : byte
{
    Disabled = 0,
    HighlyRestricted = 1,
    Restricted = 2,
    Normal = 3,
    Experimental = 4,
    NotConfigured = 5,
    NotChanged = 6,
}

public enum AutoTuningLevelLocal : byte
{
    Disabled = 0,
    HighlyRestricted = 1,
    Restricted = 2,
    Normal = 3,
    Experimental = 4,
}

/// <summary>0, 2 and 3 are documented, and 5 was seen in the registry of hosts with CUBIC. The others were seen as names only.</summary>
public enum CongestionProvider : byte
{
    Default = 0,
    CTCP = 2,
    DCTCP = 3,
    CUBIC = 5,
    NewReno = 252,
    LEDBAT = 253,
    BBR2 = 254,
}

public enum CwndRestart : byte
{
    False = 0,
    True = 1,
}

public enum EcnCapability : byte
{
    Disabled = 0,
    Enabled = 1,
}

public enum ForceWS : byte
{
    Disabled = 0,
    Enabled = 1,
}

public enum MemoryPressureProtection : byte
{
    Disabled = 0,
    Enabled = 1,
    Default = 2,
}

public enum NonSackRttResiliency : byte
{
    Disabled = 0,
    Enabled = 1,
}

public enum ScalingHeuristics : byte
{
    Disabled = 0,
    Enabled = 1,
}

public enum Timestamps : byte
{
    Disabled = 0,
    Enabled = 1,
}
