namespace IwTune.WindowsDouble.Profiles;

/// <summary>The properties of MSFT_NetTCPSetting that each Windows has, in the order of its listing.</summary>
internal static class PropertyOrder
{
    /// <summary>Without SettingName.</summary>
    public static IEnumerable<string> Of(Profile profile) =>
        profile.Build switch
        {
            // The properties that its netsh prints: there are no cmdlets.
            < 9200 => ["MinRto", "InitialCongestionWindow", "DelayedAckTimeout"],
            < 9600 => Since2012.Where(property => property != "DelayedAckFrequency"),
            < 14393 => [.. Since2012, .. Since2012R2],
            _ => [.. Since2012, .. Since2012R2, .. Since2016],
        };

    private static readonly string[] Since2012 =
    [
        "MinRto",
        "InitialCongestionWindow",
        "CongestionProvider",
        "CwndRestart",
        "DelayedAckTimeout",
        "DelayedAckFrequency",
        "MemoryPressureProtection",
        "AutoTuningLevelLocal",
        "AutoTuningLevelGroupPolicy",
        "AutoTuningLevelEffective",
        "EcnCapability",
        "Timestamps",
        "InitialRto",
        "ScalingHeuristics",
        "DynamicPortRangeStartPort",
        "DynamicPortRangeNumberOfPorts",
    ];

    private static readonly string[] Since2012R2 = ["AutomaticUseCustom", "NonSackRttResiliency", "ForceWS", "MaxSynRetransmissions"];

    private static readonly string[] Since2016 = ["AutoReusePortRangeStartPort", "AutoReusePortRangeNumberOfPorts"];
}
