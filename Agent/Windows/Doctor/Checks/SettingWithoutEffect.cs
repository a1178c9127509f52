using System.Globalization;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows.Doctor.Checks;

/// <summary>A custom template that was given a window and that no connection gets: the most frequent result of pasted scripts.</summary>
internal static class SettingWithoutEffect
{
    public static readonly Check<WindowsFindings> Check = new(
        "setting-without-effect",
        DiagnosisGroup.Routes,
        "A window in InternetCustom or DatacenterCustom reaches a connection only if a filter selects the template for it, if the template "
            + "is the default, or if AutomaticUseCustom is on. 'netsh … template=custom icw=10' alone changes no connection.",
        "Set-NetTCPSetting, AutomaticUseCustom; New-NetTransportFilter",
        Of
    );

    private static CheckAnswer Of(WindowsFindings host)
    {
        var idle = host
            .State.Rules.Custom.Where(name =>
                !host.State.Landing.Contains(name) && host.State.Special.All(filter => filter.Setting != name)
            )
            .Select(host.State.Find)
            .OfType<Template>()
            .Where(template => IsMeant(template, host))
            .ToList();
        if (idle is not [var first, ..])
            return CheckAnswer.Ok("every window that differs reaches connections");
        var told = string.Create(
            CultureInfo.InvariantCulture,
            $"{first.Name} has {first.InitialCongestionWindow} segments and no connection gets it: the default is "
                + $"{host.State.Default}{(host.State.UseCustom == false ? " and AutomaticUseCustom is off" : "")}"
        );
        return host.State.Filters.Problem.Length > 0
            ? CheckAnswer.NotKnown($"{told}, unless a filter leads to it, and filters cannot be read here: {host.State.Filters.Problem}")
            : CheckAnswer.Problem(
                told,
                "'iwtune set N' sets what connections get; or send a destination there: New-NetTransportFilter -SettingName "
                    + first.Name
                    + " -DestinationPrefix …"
            );
    }

    /// <summary>An untouched template has the window of the templates in use, or the four segments of earlier versions.</summary>
    private static bool IsMeant(Template template, WindowsFindings host) =>
        template.InitialCongestionWindow is { } segments and not 4
        && host.InUse.All(used => used.InitialCongestionWindow is { } other && other != segments);
}
