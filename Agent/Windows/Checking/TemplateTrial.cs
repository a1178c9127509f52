using System.Globalization;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.PowerShell.Child;

namespace IwTune.Agent.Windows.Checking;

/// <summary>The window of one custom template is set to another even number and back.</summary>
internal static class TemplateTrial
{
    public static HostTrial Of(CheckCommands commands, TemplateName template, int most)
    {
        var word = NetshCommand.Word(template);
        return new HostTrial(
            VersionAspect.Template.Word(),
            $"template {template}",
            [
                new(commands.Netsh($"netsh-look-{word}", new NetshCommand.ShowSupplemental(template)), ByNetsh),
                new(
                    commands.Cmdlet($"get-nettcpsetting-look-{word}", CmdletCommand.With("Get-NetTCPSetting")),
                    run => ByCmdlet(run, template)
                ),
                // Its output is kept for people: numbers of templates have no published names.
                new(commands.WmiTemplates($"wmi-look-{word}"), _ => null),
            ]
        )
        {
            Other = state => Window(state) is not { } window ? null : Text(window.Segments + 2 <= most ? window.Segments + 2 : most - 2),
            Make = state =>
                Window(state) is { } window
                    ? commands.Netsh($"netsh-set-{word}-icw-{state}", new NetshCommand.SetInitialWindow(template, window))
                    : throw new ArgumentException($"'{state}' is no window of a template", nameof(state)),
            Refusal = state => $"The window of {template} is {state}, which could not be restored: only even numbers are documented.",
        };
    }

    private static string? ByNetsh(HostCommandRun run) =>
        run.ExitCode == 0 && NetshSupplemental.Read(NetshText.Cut(run.Output)).Block is { } block
            ? Text(block.InitialCongestionWindow)
            : null;

    // Row by row: the script prints no property without a value, and Automatic has no window.
    private static string? ByCmdlet(HostCommandRun run, TemplateName template) =>
        run.ExitCode == 0
        && ChildAnswer.Read(run.Output) is { Error: null } answer
        && answer
            .Rows.Select(row => new PropertyValues(row))
            .FirstOrDefault(row => string.Equals(row.Text("SettingName"), template.ToString(), StringComparison.OrdinalIgnoreCase))
            ?.Number(SettingRows.Window)
            is { } window
            ? Text(window)
            : null;

    private static TemplateWindow? Window(string state) =>
        int.TryParse(state, NumberStyles.None, CultureInfo.InvariantCulture, out var segments)
        && TemplateWindow.TryFrom(segments, out var window)
            ? window
            : null;

    private static string Text(int segments) => segments.ToString(CultureInfo.InvariantCulture);
}
