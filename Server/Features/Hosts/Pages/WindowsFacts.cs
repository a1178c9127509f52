using IwTune.Shared.Policies.OperatingSystems;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>What people look for first on a Windows host, in words.</summary>
internal static class WindowsFacts
{
    public static IEnumerable<(string Name, string Text)> Of(HostFacts facts)
    {
        if (WindowsReleases.OfFacts(facts.Kernel, facts.OsName) is { } release)
            yield return ("Can set", CanSet(release));
        if (facts.Settings.TryGetValue("tcp.default_template", out var template))
            yield return ("Template", template == "Automatic" ? $"Automatic ({Chosen(facts)} by round trip)" : template);
        if (facts.Settings.TryGetValue("tcp.pacing_profile", out var pacing))
            yield return ("Pacing", pacing is "off" or "default" ? pacing : $"{pacing} (spreads the first flight)");
        if (facts.Settings.TryGetValue("tcp.receive_autotuning", out var tuning))
            yield return ("Auto-tuning", tuning is "normal" or "experimental" ? tuning : $"{tuning} (keeps receive windows small)");
    }

    private static string Chosen(HostFacts facts) =>
        facts.Settings.GetValueOrDefault("tcp.automatic_use_custom") == "true"
            ? "DatacenterCustom or InternetCustom"
            : "Datacenter or Internet";

    private static string CanSet(WindowsRelease release) =>
        release switch
        {
            WindowsRelease.Client => "none (client edition)",
            WindowsRelease.Server2008R2 => "none by the agent; manually with KB2472264",
            WindowsRelease.Server2012 => "one custom template",
            WindowsRelease.Server2012R2 => "the two custom templates",
            _ => "every template",
        };
}
