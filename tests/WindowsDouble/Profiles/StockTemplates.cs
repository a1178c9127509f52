using IwTune.WindowsDouble.Machine;

namespace IwTune.WindowsDouble.Profiles;

/// <summary>
/// The original values of the templates: the captures of 2012, 2019 and Windows 10 and 11, and for the others the nearest of them.
/// </summary>
internal static class StockTemplates
{
    public static TemplateState Of(Profile profile, string name) =>
        new(
            name,
            PropertyOrder
                .Of(profile)
                .ToDictionary(property => property, property => ValueOf(profile, name, property), StringComparer.Ordinal)
        );

    private static string ValueOf(Profile profile, string name, string property) =>
        property switch
        {
            "MinRto" => IsDatacenter(name) ? "20" : "300",
            TemplateState.InitialCongestionWindow => $"{WindowOf(profile, name)}",
            "CongestionProvider" => ProviderOf(profile, name),
            "CwndRestart" => profile.Build < 14393 && IsDatacenter(name) ? "True" : "False",
            "DelayedAckTimeout" => IsDatacenter(name) ? "10"
            : name == "Compat" || profile.Build < 9200 ? "200"
            : profile.Build < 14393 ? "50"
            : "40",
            "DelayedAckFrequency" => "2",
            "MemoryPressureProtection" => name == "InternetCustom" ? "Disabled" : "Enabled",
            "AutoTuningLevelLocal" => "Normal",
            "AutoTuningLevelGroupPolicy" => "NotConfigured",
            "AutoTuningLevelEffective" => "Local",
            "EcnCapability" => profile.Build < 17763 ? "Enabled" : "Disabled",
            "InitialRto" => profile.Build < 20348 && profile.Server ? "3000" : "1000",
            "DynamicPortRangeStartPort" => "49152",
            "DynamicPortRangeNumberOfPorts" => "16384",
            "ForceWS" => "Enabled",
            "MaxSynRetransmissions" => profile.Server && profile.Build < 20348 ? "2" : "4",
            "AutoReusePortRangeStartPort" or "AutoReusePortRangeNumberOfPorts" => "0",
            _ => "Disabled",
        };

    // Captured: 2008 R2 2 for Internet, 2012 4 with Compat 2, 2019 and Windows 10 and 11 10. Known without a capture: 4 up to 2012 R2, 10
    // from 2016 on. Custom on 2008 R2 and Compat since 2012 R2 are guesses.
    private static int WindowOf(Profile profile, string name) =>
        profile.Build switch
        {
            < 9200 => 2,
            < 14393 => name == "Compat" ? 2 : 4,
            _ => name == "Compat" ? 4 : 10,
        };

    // Captured for 2012 and 2019; 2012 R2 and 2016 get the values of their predecessor.
    private static string ProviderOf(Profile profile, string name) =>
        profile.Build switch
        {
            < 17763 => name == "Compat" ? "Default"
            : IsDatacenter(name) ? "DCTCP"
            : "CTCP",
            _ => name == "Compat" ? "NewReno" : "CUBIC",
        };

    // The one custom template of 2012 has the values of Datacenter.
    private static bool IsDatacenter(string name) => name is "Datacenter" or "DatacenterCustom" or "Custom";
}
