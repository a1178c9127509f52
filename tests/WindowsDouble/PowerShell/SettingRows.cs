using System.Globalization;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.WindowsDouble.PowerShell;

/// <summary>Objects of MSFT_NetTCPSetting as bags of properties.</summary>
internal static class SettingRows
{
    private static readonly Dictionary<string, string[]> Choices = new(StringComparer.Ordinal)
    {
        ["CwndRestart"] = ["False", "True"],
        ["MemoryPressureProtection"] = ["Disabled", "Enabled", "Default"],
        ["AutoTuningLevelLocal"] = ["Disabled", "HighlyRestricted", "Restricted", "Normal", "Experimental"],
        ["AutoTuningLevelGroupPolicy"] =
        [
            "Disabled",
            "HighlyRestricted",
            "Restricted",
            "Normal",
            "Experimental",
            "NotConfigured",
            "NotChanged",
        ],
        ["AutoTuningLevelEffective"] = ["Local", "GroupPolicy"],
        // 2 and 3 are documented; 5 is in the registry of hosts with CUBIC.
        ["CongestionProvider"] = ["Default", "", "CTCP", "DCTCP", "", "CUBIC"],
        ["EcnCapability"] = ["Disabled", "Enabled"],
        ["Timestamps"] = ["Disabled", "Enabled"],
        ["ScalingHeuristics"] = ["Disabled", "Enabled"],
        ["AutomaticUseCustom"] = ["Disabled", "Enabled"],
        ["NonSackRttResiliency"] = ["Disabled", "Enabled"],
        ["ForceWS"] = ["Disabled", "Enabled"],
    };

    private static readonly string[] Inherited =
    [
        "Caption",
        "Description",
        "ElementName",
        "InstanceID",
        "CommonName",
        "PolicyKeywords",
        "CreationClassName",
        "PolicyActionName",
        "PolicyRuleCreationClassName",
        "PolicyRuleName",
        "SystemCreationClassName",
        "SystemName",
    ];

    /// <summary>Every instance of the class in its order: Automatic first, which has no value of its own.</summary>
    public static IEnumerable<IReadOnlyDictionary<string, object?>> Of(MachineState state, RowForm form)
    {
        yield return Row(
            "Automatic",
            PropertyOrder.Of(Profile.Of(state.Profile)).ToDictionary(property => property, _ => (object?)null, StringComparer.Ordinal),
            form
        );
        foreach (var template in state.Templates)
            yield return Row(
                template.Name,
                template.Values.ToDictionary(
                    value => value.Key,
                    value => (object?)ValueOf(value.Key, value.Value, form),
                    StringComparer.Ordinal
                ),
                form
            );
    }

    private static Dictionary<string, object?> Row(string name, Dictionary<string, object?> values, RowForm form)
    {
        var row = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase) { ["SettingName"] = name };
        foreach (var (property, value) in values)
            row[property] = value;
        foreach (var property in Inherited)
            row[property] =
                property.EndsWith("Name", StringComparison.Ordinal) && property != "ElementName" && property != "CommonName" ? "" : null;
        row["PSComputerName"] = form == RowForm.Deserialized ? "localhost" : null;
        if (form == RowForm.Deserialized)
            row["RunspaceId"] = Guid.Parse("6f1c8f0e-0000-4000-8000-000000000001");
        return row;
    }

    private static object ValueOf(string property, string value, RowForm form)
    {
        if (!Choices.TryGetValue(property, out var names))
        {
            var number = uint.Parse(value, CultureInfo.InvariantCulture);
            if (property is "DelayedAckFrequency" or "MaxSynRetransmissions")
                return (byte)number;
            return property.Contains("Port", StringComparison.Ordinal) ? (ushort)number : (object)number;
        }
        if (form != RowForm.Numbers)
            return value;
        var index = Array.IndexOf(names, value);
        // NewReno, LEDBAT and BBR2 were observed as names only.
        return index < 0 ? value : (byte)index;
    }
}
