using System.CommandLine;
using System.Net;
using System.Text.Json;
using IwTune.Agent.Linux.Containers;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Probing;

/// <summary>Started for the proof of a container's window: measures inside and ends.</summary>
internal static class MeasureInsideVerb
{
    public static Verb Create(CliContext context)
    {
        var target = new Argument<string>("target") { Description = "The container's target" };
        var group = new Option<string>("--group") { Required = true, Description = "Control group of a process of the container" };
        var process = new Option<int>("--process") { Required = true, Description = "That process" };
        var cwnd = new Option<int>("--initcwnd") { Description = "Segments that its program gives; 0 for none" };
        var rwnd = new Option<int>("--initrwnd") { Description = "The same for the receive window" };
        var peers = new Option<string[]>("--peer")
        {
            Required = true,
            Description = "TCP services, ADDRESS:PORT",
            AllowMultipleArgumentsPerToken = true,
        };
        var verb = new Verb(VerbGroup.Measure, ContainerProbe.Verb, "Measure a window inside a container; 'verify' starts this")
        {
            Hidden = true,
            Details = "Joins the container's control group and network namespace, connects, writes the evidence as JSON and ends.",
        };
        verb.Add(target);
        verb.Add(group);
        verb.Add(process);
        verb.Add(cwnd);
        verb.Add(rwnd);
        verb.Add(peers);
        verb.SetAction(parsed =>
        {
            var seen = InsideContainer.Measure(
                parsed.GetValue(target)!,
                new Window(Segments(parsed.GetValue(cwnd)), Segments(parsed.GetValue(rwnd))),
                parsed.GetValue(group)!,
                parsed.GetValue(process),
                [.. parsed.GetValue(peers)!.Select(peer => IPEndPoint.Parse(peer))],
                context.Time
            );
            context.Terminal.Out.WriteLine(JsonSerializer.Serialize(seen, AgentJson.Default.Evidence));
            return ExitCode.Fine;
        });
        return verb;
    }

    private static int? Segments(int number) => number == 0 ? null : number;
}
