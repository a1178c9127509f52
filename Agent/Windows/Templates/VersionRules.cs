using IwTune.Agent.Ports;
using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Agent.Windows.Templates;

/// <summary>What a version of Windows allows to set, and how connections that no filter covers get a window. One row per version.</summary>
/// <param name="Way">How.</param>
/// <param name="Writable">The templates whose window can be set.</param>
/// <param name="Custom">Those that can be given to filters or to Automatic, in the order in which they are taken.</param>
/// <param name="Most">The largest window, segments.</param>
/// <param name="Unsupported">Why nothing can be set, as a sentence; <see langword="null"/> when something can.</param>
public sealed record VersionRules(
    DefaultWay Way,
    IReadOnlyList<TemplateName> Writable,
    IReadOnlyList<TemplateName> Custom,
    int Most = TemplateWindow.Most,
    string? Unsupported = null
)
{
    /// <summary>Why the custom templates are set although the version lets all be set, as a sentence; empty as a rule.</summary>
    public string StockRefused { get; init; } = "";

    /// <summary>The same Windows where only the custom templates can be set.</summary>
    /// <param name="refused">How that was found out, as a sentence.</param>
    public VersionRules Without(string refused) =>
        Way == DefaultWay.InPlace ? this with { Way = DefaultWay.UseCustom, Writable = Custom, StockRefused = refused } : this;

    /// <summary>The row of this Windows.</summary>
    public static VersionRules Of(WindowsVersion version) =>
        WindowsReleases.Of(version.Build, version.Server) switch
        {
            // Set-NetTCPSetting: InitialCongestionWindowMss and AutomaticUseCustom are read-only on Windows 10 and 11.
            // New-NetTransportFilter answers "This feature is available on servers only."
            WindowsRelease.Client => Nothing(
                $"{version.Name} is a client edition of Windows: its TCP templates can be read and not be set. Only server editions let "
                    + "the initial window be set."
            ),

            // Without the hotfix netsh answers "The following command was not found: interface tcp show supplemental."
            WindowsRelease.Server2008R2 when !version.HasTemplateHotfix => Nothing(
                $"{version.Name} (build {version.Build}) has no TCP templates: they came with Windows Server 2012, and to 2008 R2 with "
                    + "the hotfix KB2472264. Install it and restart, then look again."
            ),

            // KB2472264: only custom can be set, up to 16. It serves connections once it is the default, which only a person may decide.
            WindowsRelease.Server2008R2 => new(DefaultWay.ByHand, [TemplateName.Custom], [], Most: 16),

            // Set-NetTCPSetting on 2012: "only custom"; the cmdlet has no AutomaticUseCustom yet, so filters must lead to it.
            WindowsRelease.Server2012 => new(DefaultWay.ByFilters, [TemplateName.Custom], [TemplateName.Custom]),

            // Set-NetTCPSetting on 2012 R2: "Only the custom templates InternetCustom and DatacenterCustom can be modified."
            WindowsRelease.Server2012R2 => new(
                DefaultWay.UseCustom,
                [TemplateName.InternetCustom, TemplateName.DatacenterCustom],
                [TemplateName.InternetCustom, TemplateName.DatacenterCustom]
            ),

            // 2016 and later: Set on Internet, Datacenter and Compat was seen to succeed on 2019; for 2022 and 2025 the same page applies.
            _ => new(
                DefaultWay.InPlace,
                [
                    TemplateName.Internet,
                    TemplateName.Datacenter,
                    TemplateName.Compat,
                    TemplateName.InternetCustom,
                    TemplateName.DatacenterCustom,
                ],
                [TemplateName.InternetCustom, TemplateName.DatacenterCustom]
            ),
        };

    /// <summary>
    /// The possible windows: even numbers (Set-NetTCPSetting, InitialCongestionWindowMss); the effect of an odd one is not documented.
    /// </summary>
    public SegmentRule Segments =>
        new(TemplateWindow.Least, Most, 2, $"Windows takes an even number of segments, {TemplateWindow.Least} to {Most}");

    private static VersionRules Nothing(string why) => new(DefaultWay.None, [], [], Unsupported: why);
}

/// <summary>How connections that no filter covers get a window.</summary>
public enum DefaultWay
{
    /// <summary>Not at all.</summary>
    None,

    /// <summary>The templates that connections already get are set.</summary>
    InPlace,

    /// <summary>The custom templates are set, and Automatic is set to take them.</summary>
    UseCustom,

    /// <summary>The custom template is set and filters for every destination give it.</summary>
    ByFilters,

    /// <summary>A person sets it with the commands that are printed.</summary>
    ByHand,
}
