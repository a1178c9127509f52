namespace IwTune.Agent.Windows.Templates;

/// <summary>Templates from objects of MSFT_NetTCPSetting, by any method.</summary>
internal static class SettingRows
{
    /// <summary>The property. The cmdlet's parameter has another name, and its default view a third.</summary>
    public const string Window = "InitialCongestionWindow";

    /// <summary>The class that Get-NetTCPSetting lists.</summary>
    public const string Class = "MSFT_NetTCPSetting";

    private const string Name = "SettingName",
        Provider = "CongestionProvider",
        UseCustom = "AutomaticUseCustom";

    // Of the numbers of congestion controls these are documented (MSFT_NetTCPSetting); another one stays a number.
    private static readonly Dictionary<string, string> Providers = new(StringComparer.Ordinal)
    {
        ["0"] = "Default",
        ["2"] = "CTCP",
        ["3"] = "DCTCP",
    };

    public static TemplateReading Read(AccessMethod method, IReadOnlyList<IReadOnlyDictionary<string, object?>> rows)
    {
        var templates = new List<Template>();
        foreach (var row in rows.Select(row => new PropertyValues(row)))
        {
            // No policy can name a template of a later Windows.
            if (row.Template(Name) is not { } name)
                continue;
            if (!row.Has(Window))
                return TemplateReading.Failed(method, $"{name} has no property {Window}; {Class} is another class here");
            if (row.Text(Window) is not null && row.Number(Window) is null)
                return TemplateReading.Failed(method, $"{Window} of {name} is not a number");
            if (templates.Exists(read => read.Name == name))
                return TemplateReading.Failed(method, $"{name} was listed twice");
            templates.Add(
                new(name, row.Number(Window))
                {
                    CongestionProvider = row.Text(Provider) is { } provider ? Providers.GetValueOrDefault(provider, provider) : null,
                    AutomaticUseCustom = row.Switch(UseCustom),
                    Others = row
                        .All.Where(one => one.Name is not (Name or Provider or UseCustom or Window) && !IsPlumbing(one.Name))
                        // Properties are compared without their case; an answer may name one twice.
                        .DistinctBy(one => one.Name, StringComparer.OrdinalIgnoreCase)
                        .ToDictionary(one => one.Name, one => one.Text, StringComparer.OrdinalIgnoreCase),
                }
            );
        }
        return templates.Exists(template => template.InitialCongestionWindow is not null)
            ? new(method, templates, null)
            : TemplateReading.Failed(
                method,
                templates.Count == 0 ? "no template was listed" : "no template has an initial congestion window"
            );
    }

    // Properties that WMI, CIM and remoting add to every object.
    private static bool IsPlumbing(string name) =>
        name.StartsWith("__", StringComparison.Ordinal)
        || name.StartsWith("Cim", StringComparison.Ordinal)
        || name.StartsWith("PS", StringComparison.Ordinal)
        || name == "RunspaceId";
}
