using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>
/// What <c>doctor</c> prints for people: a line for each check. Below each one that could be better it says why it matters and what to do.
/// </summary>
internal static class DoctorPage
{
    private const int HealthWidth = 9;

    public static void Write(Terminal terminal, IReadOnlyList<Diagnosis> found)
    {
        var width = found.Max(diagnosis => diagnosis.Check.Length);
        foreach (var group in found.GroupBy(diagnosis => diagnosis.Group).OrderBy(group => group.Key))
        {
            terminal.Out.WriteLine(terminal.Paint(Ink.Bold, Title(group.Key)));
            foreach (var diagnosis in group)
                WriteLine(terminal, diagnosis, width);
        }
        terminal.Out.WriteLine();
        terminal.Say(Summary(terminal, found), hanging: 0);
    }

    public static void WriteOne(Terminal terminal, Diagnosis diagnosis)
    {
        var rows = new List<(string, string)>
        {
            ("check", diagnosis.Check),
            ("verdict", Word(terminal, diagnosis.Health)),
            ("found", diagnosis.Found),
            ("why", diagnosis.Why),
            ("source", diagnosis.Source),
        };
        if (diagnosis.Fix.Length > 0)
            rows.Add(("fix", diagnosis.Fix));
        Columns.Write(terminal.Out, rows, terminal.Width);
    }

    private static void WriteLine(Terminal terminal, Diagnosis diagnosis, int width)
    {
        var pad = new string(' ', HealthWidth - Plain(diagnosis.Health).Length);
        var hanging = 2 + HealthWidth + 2;
        terminal.Say(
            $"  {Word(terminal, diagnosis.Health)}{pad}  {diagnosis.Check.PadRight(width)}  {diagnosis.Found}",
            hanging + width + 2
        );
        if (diagnosis.Health is not (Health.Advice or Health.Problem))
            return;
        var indent = new string(' ', hanging);
        terminal.Say(indent + terminal.Paint(Ink.Quiet, $"{diagnosis.Why} ({diagnosis.Source})"), hanging);
        terminal.Say($"{indent}fix: {diagnosis.Fix}", hanging + 5);
    }

    private static string Summary(Terminal terminal, IReadOnlyList<Diagnosis> found)
    {
        var (problems, advice) = (DoctorJson.Count(found, Health.Problem), DoctorJson.Count(found, Health.Advice));
        var rest =
            $"{DoctorJson.Count(found, Health.Ok)} ok, {DoctorJson.Count(found, Health.NotKnown)} not known. 'iwtune doctor CHECK' shows "
            + "one check in full.";
        return $"{terminal.Paint(problems > 0 ? Ink.Bad : Ink.Good, problems == 1 ? "1 problem" : $"{problems} problems")}, {advice} "
            + $"advice, {rest}";
    }

    private static string Word(Terminal terminal, Health health) =>
        terminal.Paint(
            health switch
            {
                Health.Ok => Ink.Good,
                Health.Advice => Ink.Attention,
                Health.Problem => Ink.Bad,
                _ => Ink.Quiet,
            },
            Plain(health)
        );

    private static string Plain(Health health) =>
        health switch
        {
            Health.Ok => "ok",
            Health.Advice => "advice",
            Health.Problem => "problem",
            _ => "not known",
        };

    private static string Title(DiagnosisGroup group) =>
        group switch
        {
            DiagnosisGroup.Routes => "Initial windows",
            DiagnosisGroup.Sending => "Sending",
            DiagnosisGroup.Receiving => "Receiving",
            DiagnosisGroup.Loss => "Loss",
            DiagnosisGroup.Machine => "Interfaces and system",
            _ => "Agent",
        };
}
