namespace IwTune.WindowsDouble.Wmi;

/// <summary>
/// A class of root/StandardCimv2 with the types of its properties, from Microsoft's pages of the classes and its generated bindings
/// (microsoft/wmi, MSFT_NetTransportFilter: Protocol uint16). Keys are strings, and empty where a provider has none.
/// </summary>
/// <param name="Name">The class.</param>
/// <param name="Types">The types of the properties that are not strings.</param>
/// <param name="Keys">Its keys.</param>
internal sealed record WmiClass(string Name, IReadOnlyDictionary<string, Type> Types, IReadOnlyList<string> Keys)
{
    private static readonly string[] PolicyKeys =
    [
        "SystemCreationClassName",
        "SystemName",
        "PolicyRuleCreationClassName",
        "PolicyRuleName",
        "CreationClassName",
        "PolicyActionName",
    ];

    public static WmiClass Setting { get; } =
        new(
            "MSFT_NetTCPSetting",
            Of<uint>("MinRto", "InitialCongestionWindow", "InitialRto", "DelayedAckTimeout")
                .Concat(
                    Of<byte>(
                        "CwndRestart",
                        "MemoryPressureProtection",
                        "CongestionProvider",
                        "AutoTuningLevelLocal",
                        "AutoTuningLevelGroupPolicy",
                        "AutoTuningLevelEffective",
                        "EcnCapability",
                        "Timestamps",
                        "ScalingHeuristics",
                        "DelayedAckFrequency",
                        "AutomaticUseCustom",
                        "NonSackRttResiliency",
                        "ForceWS",
                        "MaxSynRetransmissions"
                    )
                )
                .Concat(
                    Of<ushort>(
                        "DynamicPortRangeStartPort",
                        "DynamicPortRangeNumberOfPorts",
                        "AutoReusePortRangeStartPort",
                        "AutoReusePortRangeNumberOfPorts"
                    )
                )
                .ToDictionary(StringComparer.OrdinalIgnoreCase),
            PolicyKeys
        );

    public static WmiClass Filter { get; } =
        new(
            "MSFT_NetTransportFilter",
            Of<ushort>("Protocol", "LocalPortStart", "LocalPortEnd", "RemotePortStart", "RemotePortEnd")
                .ToDictionary(StringComparer.OrdinalIgnoreCase),
            ["SystemCreationClassName", "SystemName", "CreationClassName", "Name"]
        );

    public static WmiClass Connection { get; } =
        new(
            "MSFT_NetTCPConnection",
            Of<ushort>("LocalPort", "RemotePort")
                .Concat(Of<byte>("State", "AppliedSetting"))
                .Concat(Of<uint>("OwningProcess"))
                .ToDictionary(StringComparer.OrdinalIgnoreCase),
            ["InstanceID"]
        );

    /// <summary>The class of that name.</summary>
    /// <exception cref="NotSupportedException">It is none that this double knows.</exception>
    public static WmiClass Named(string name) =>
        new[] { Setting, Filter, Connection }.FirstOrDefault(one => one.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new NotSupportedException($"the class {name} is not emulated");

    /// <summary>An object of the class.</summary>
    /// <exception cref="InvalidCastException">A value has another type than its property: WMI would not have it.</exception>
    public IReadOnlyDictionary<string, object?> Object(IEnumerable<(string Property, object? Value)> values)
    {
        var row = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase);
        foreach (var key in Keys)
            row[key] = "";
        foreach (var (property, value) in values)
        {
            var type = Types.GetValueOrDefault(property, typeof(string));
            if (value is not null && value.GetType() != type)
                throw new InvalidCastException($"{Name}.{property} is {type.Name} and not {value.GetType().Name}");
            row[property] = value;
        }
        return row;
    }

    private static IEnumerable<KeyValuePair<string, Type>> Of<T>(params string[] properties) =>
        properties.Select(property => KeyValuePair.Create(property, typeof(T)));
}
