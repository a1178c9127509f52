using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>Everything that another person needs to understand this host, in one file.</summary>
internal static class CollectVerb
{
    private static readonly Option<string?> Out = new("--out")
    {
        HelpName = "FILE",
        Description = "Where to write it [default: a name with the time, in this directory]",
    };
    private static readonly Option<bool> Baseline = new("--windows-baseline")
    {
        Description = "Collect the raw command outputs of this Windows instead; for the project's tests",
    };
    private static readonly Option<bool> WithWrites = new("--with-writes")
    {
        Description = "With --windows-baseline: also set windows, right and wrong ones, and restore them",
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "collect", "A file for support: status, windows, history, doctor, settings, logs; no secrets")
        {
            Details = """
                Look at the file before you send it: it names this host's routes, interfaces and addresses. The host's secret, and what
                looks like a token or a password, is removed. What could not be read is listed in its manifest.json.
                With --windows-baseline it contains the outputs of netsh, PowerShell and reg byte for byte, without this host's name; all
                its commands only read. --with-writes, elevated and without a running service, also sets the templates that new
                connections use, and restores them; if it is killed, the next start of iwtune restores them. Exits 3 on other systems than
                Windows.
                """,
            Examples =
            [
                ("sudo iwtune collect", "for a support request"),
                ("iwtune collect --windows-baseline --out baseline.zip", "for better tests of iwtune on your Windows"),
            ],
        };
        verb.Add(Out);
        verb.Add(Baseline);
        verb.Add(WithWrites);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var (baseline, writes) = (parsed.GetValue(Baseline), parsed.GetValue(WithWrites));
        if (writes && !baseline)
            throw new UsageException("--with-writes belongs to --windows-baseline. Nothing was done.");
        var kind = baseline ? "baseline" : "support";
        var file =
            parsed.GetValue(Out)
            ?? string.Create(CultureInfo.InvariantCulture, $"iwtune-{kind}-{context.Time.GetUtcNow():yyyyMMdd-HHmmss}.zip");
        return baseline
            ? new WindowsBaseline(context, parsed.StateOf()).WriteAsync(file, writes, ct)
            : new SupportBundle(context, parsed).WriteAsync(file, ct);
    }
}
