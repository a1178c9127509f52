using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Probing;

/// <summary>Reads the initial window of another host.</summary>
internal static class ProbeVerb
{
    private static readonly Argument<DnsEndPoint> Host = ServiceArgument.Create();

    private static readonly Option<bool> Tls = new("--tls")
    {
        Description = "Count the certificate flight of a TLS handshake instead of a page [port: 443 instead of 80]",
    };

    private static readonly Option<string> Path = new("--path")
    {
        HelpName = "/PAGE",
        Description = "The page to ask for; it must be larger than the window [default: /]",
        CustomParser = ReadPath,
        DefaultValueFactory = _ => "/",
    };

    private static readonly Option<int> Mss = new("--mss")
    {
        HelpName = "BYTES",
        Description = "Maximum segment size to announce, 88 to 32767; small ones make more of a short answer [default: 536]",
        CustomParser = ReadMss,
        DefaultValueFactory = _ => Destination.UsualMss,
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "probe", "Read the initial window that another host starts with")
        {
            Details = """
                Requests a page, or begins a TLS handshake, and drops every segment of the answer before it is acknowledged:
                what the server sends meanwhile is its initial window. Opens three connections, one after another; no packets are forged.
                The answer must be larger than the window. When it is smaller, the reading is "at least": name a larger page with --path,
                or use --mss 88. With --tls the server's hello and certificates are counted, because packets can be dropped only as long
                as none of them is needed. On current kernels dropping needs CAP_NET_ADMIN.
                Probe only your own hosts, or hosts whose owners agree.
                """,
            Examples =
            [
                ("sudo iwtune probe www.example.org --path /large.css", "how many segments does it start with?"),
                ("sudo iwtune probe www.example.org --tls --mss 88", "by its certificates, when pages are short"),
                ("sudo iwtune probe 192.0.2.1:8080 --json", "for a program"),
            ],
        };
        verb.Add(Host);
        verb.Add(Tls);
        verb.Add(Path);
        verb.Add(Mss);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        if (!OperatingSystem.IsLinux())
            throw new HostUnsupportedException("A remote initial window can be read on Linux only.");
        var (host, tls) = (parsed.GetValue(Host)!, parsed.GetValue(Tls));
        var (address, problem) = await RemoteAddress.ResolveAsync(host, tls ? 443 : 80, ct);
        if (address is null)
            return Fail(context.Terminal, new ProbeFailure(ProbeFailureKind.NotReached, problem));
        using var progress = new ProgressLine(context.Terminal);
        progress.Show($"Connecting to {address} …");
        var service = new Destination(host.Host, address, tls, parsed.GetValue(Path)!, parsed.GetValue(Mss));
        var outcome = await new RemoteProbe(context.Time).MeasureAsync(service, step => progress.Show(Text(step)), ct);
        progress.Dispose();
        if (outcome is ProbeOutcome.Failed failed)
            return Fail(context.Terminal, failed.Failure);
        var window = ((ProbeOutcome.Measured)outcome).Window;
        if (parsed.WantsJson())
            context.Terminal.Out.WriteJson(ProbedHost.Of(window), ToolsJson.Shown.ProbedHost);
        else
            ProbePage.Write(context.Terminal, window);
        return ExitCode.Fine;
    }

    private static string Text(ProbeProgress step) =>
        $"{step.Readings.Count} of {step.Wanted} connections: "
        + $"{(step.Readings.Count > 0 ? string.Join(", ", step.Readings) + " segments" : "…")}"
        + (step.Discarded > 0 ? $" ({step.Discarded} did not count)" : "");

    private static int Fail(Terminal terminal, ProbeFailure failure)
    {
        terminal.Error.WriteLine(failure.Text);
        return failure.Kind == ProbeFailureKind.NotReached ? ExitCode.Unreachable : ExitCode.Error;
    }

    private static string ReadPath(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        if (Destination.IsPath(text))
            return text;
        result.AddError($"--path '{text}': write it from its first slash on, without spaces, as in /large.css; other letters as %xx.");
        return "/";
    }

    private static int ReadMss(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        if (
            int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number is >= Destination.LeastMss and <= Destination.MostMss
        )
            return number;
        result.AddError(
            $"--mss '{text}': write a number of bytes from {Destination.LeastMss} to {Destination.MostMss}; the kernel takes no other."
        );
        return Destination.LeastMss;
    }
}
