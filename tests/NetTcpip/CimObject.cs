using System.Management.Automation;

namespace IwTune.NetTcpip;

/// <summary>An object of a CIM class as a cmdlet writes it. Linux has no native library to make a CimInstance.</summary>
internal static class CimObject
{
    private static readonly string[] KeysOfFilter =
    [
        "SettingName",
        "Protocol",
        "LocalPortStart",
        "LocalPortEnd",
        "RemotePortStart",
        "RemotePortEnd",
        "DestinationPrefix",
    ];

    /// <param name="noun"><c>NetTCPSetting</c>.</param>
    /// <param name="row">Choices by their names.</param>
    public static PSObject Of(string noun, IReadOnlyDictionary<string, object?> row)
    {
        var made = new PSObject();
        made.TypeNames.Insert(0, $"Microsoft.Management.Infrastructure.CimInstance#MSFT_{noun}");
        made.TypeNames.Insert(0, $"Microsoft.Management.Infrastructure.CimInstance#root/standardcimv2/MSFT_{noun}");
        foreach (var (name, value) in row)
            made.Properties.Add(new PSNoteProperty(name, Typed(noun, name, value)));
        return made;
    }

    /// <summary>What identifies the object, as the parameters name it.</summary>
    public static IEnumerable<KeyValuePair<string, object>> Keys(PSObject one) =>
        from name in KeysOfFilter
        let value = one.Properties[name]?.Value
        where value is not null
        select KeyValuePair.Create(name, value is Enum choice ? choice.ToString() : value);

    private static object? Typed(string noun, string property, object? value) =>
        value is string name
        && typeof(CimObject).Assembly.GetType($"Microsoft.PowerShell.Cmdletization.GeneratedTypes.{noun}.{property}") is { } choices
        && Enum.TryParse(choices, name, ignoreCase: true, out var choice)
            ? choice
            : value;
}
