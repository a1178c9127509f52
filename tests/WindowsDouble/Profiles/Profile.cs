using IwTune.WindowsDouble.Machine;

namespace IwTune.WindowsDouble.Profiles;

/// <summary>
/// The properties of one Windows. Values without a capture are marked where they are defined (<see cref="StockTemplates"/>).
/// </summary>
/// <param name="Name">Its name in the tests: <c>2008r2-kb</c>, <c>2012</c>, <c>win11</c>.</param>
/// <param name="Build">The build number.</param>
/// <param name="Server">False for a client edition.</param>
public sealed record Profile(string Name, int Build, bool Server)
{
    /// <summary>Every profile, oldest first.</summary>
    public static IReadOnlyList<Profile> All { get; } =
    [
        new("2008r2", 7601, true),
        new("2008r2-kb", 7601, true) { HasHotfix = true },
        new("2012", 9200, true),
        new("2012r2", 9600, true),
        new("2016", 14393, true),
        new("2019", 17763, true),
        new("2022", 20348, true),
        new("2025", 26100, true),
        new("win10", 19045, false),
        new("win11", 22631, false),
    ];

    /// <summary>True when the hotfix that adds templates to 2008 R2 is installed.</summary>
    public bool HasHotfix { get; init; }

    /// <summary>True when it has templates at all.</summary>
    public bool HasTemplates => Build >= 9200 || HasHotfix;

    /// <summary>True when it has the module NetTCPIP and its provider.</summary>
    public bool HasCmdlets => Build >= 9200;

    /// <summary>Its common name.</summary>
    public string Title =>
        Name switch
        {
            "2008r2" or "2008r2-kb" => "Windows Server 2008 R2 Standard",
            "2012r2" => "Windows Server 2012 R2 Standard",
            "win10" => "Windows 10 Pro",
            "win11" => "Windows 11 Pro",
            _ => $"Windows Server {Name} Standard",
        };

    /// <summary>Its templates, in the order of Get-NetTCPSetting, without Automatic.</summary>
    public IReadOnlyList<string> Templates =>
        Build switch
        {
            < 9200 => HasHotfix ? ["Custom", "Internet"] : [],
            < 9600 => ["Custom", "Compat", "Datacenter", "Internet"],
            _ => ["InternetCustom", "DatacenterCustom", "Compat", "Datacenter", "Internet"],
        };

    /// <summary>
    /// The templates whose initial congestion window can be set: custom ones only up to 2012 R2, none on clients, all since 2016.
    /// </summary>
    public IReadOnlyList<string> Writable =>
        !Server || Build < 9200 ? []
        : Build < 14393 ? [.. Templates.Where(name => name.EndsWith("Custom", StringComparison.Ordinal))]
        : Templates;

    /// <summary>Servers choose by round-trip time; clients and 2008 R2 do not.</summary>
    public string DefaultTemplate => Server && Build >= 9200 ? "Automatic" : "Internet";

    /// <summary>The profile of that name.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static Profile Of(string name) =>
        All.FirstOrDefault(profile => profile.Name == name)
        ?? throw new ArgumentException(
            $"no profile {name}; there are {string.Join(", ", All.Select(profile => profile.Name))}",
            nameof(name)
        );

    /// <summary>This Windows in its factory state.</summary>
    public MachineState FreshState(string locale) =>
        new()
        {
            Profile = Name,
            Locale = Locales.Locale.Of(locale).Name,
            Default = DefaultTemplate,
            Templates = [.. Templates.Select(name => StockTemplates.Of(this, name))],
        };

    /// <inheritdoc/>
    public override string ToString() => Name;
}
