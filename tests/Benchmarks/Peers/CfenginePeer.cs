using System.Text.RegularExpressions;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>
/// <c>cf-agent</c> with a policy of one command, which is how CFEngine sets a route's initial window, and cf-execd at rest. Both have a
/// work directory of their own (CFENGINE_TEST_OVERRIDE_WORKDIR) and no policy server.
/// </summary>
internal sealed partial class CfenginePeer : IPeer
{
    private const string Defaults = "/usr/share/cfengine3/masterfiles/controls/def.cf";
    private readonly Scratch scratch = new();
    private LabProcess? executor;

    public string Name => "cfengine3";

    public Rival? Program => Rival.Cfengine;

    public DisturbedRoute Route { get; } = new();

    public int? Resident => executor?.Id;

    public string ResidentNote => "`cf-execd`:";

    // -K: also within a minute after the last run.
    public PeerCommand Idle => new("cf-agent -K", () => Route.Space.Run(() => Spawn.Timed(["cf-agent", "-K"], Environment)).Wall);

    public PeerCommand? Repair => Idle;

    public string Better => "configures everything on a host with a small agent that runs often and works without its server";

    public async Task StartAsync()
    {
        // The executor must not repair the window while another program is measured, so its schedule names a class that is never set.
        scratch.Write(
            "cf/inputs/promises.cf",
            $$"""
            body common control { bundlesequence => { "main" }; }
            body executor control { schedule => { "never" }; exec_command => "/usr/bin/cf-agent"; }
            bundle agent main
            {
              classes:
                "set" expression => returnszero("{{RouteUnderTest.Verify}}", "useshell");
              commands:
                !set::
                  "/usr/bin/env {{RouteUnderTest.Change}}";
            }

            """
        );
        Directory.CreateDirectory(scratch.At("cf/bin"));
        File.CreateSymbolicLink(scratch.At("cf/bin/cf-promises"), "/usr/bin/cf-promises");
        File.CreateSymbolicLink(scratch.At("cf/bin/cf-agent"), "/usr/bin/cf-agent");
        // It uses no work directory that others may enter.
        Commands.Run("chmod", "-R", "go-rwx", scratch.At("cf"));
        Spawn.Timed(["cf-key"], Environment);
        Idle.Run();
        if (!RouteUnderTest.IsSet(Route.Space))
            throw new BenchException($"cf-agent did not set the window:\n{Say("-K")}");
        executor = Route.Space.Start("cf-execd", ["--no-fork"], Environment);
        await Task.Delay(TimeSpan.FromSeconds(1));
    }

    public string? Schedule()
    {
        if (!File.Exists(Defaults))
            return $"at its next run; {Defaults} is not installed, so its default interval was not read";
        // "Min00", "Min05", …: the minutes of an hour at which cf-execd starts the agent.
        var list = File.ReadAllText(Defaults).Split("control_executor_schedule_value")[1].Split('}')[0];
        return $"at its next run, every {60 / Minute().Count(list)} min (schedule)";
    }

    public string Reports()
    {
        RouteUnderTest.Reset(Route.Space);
        var said = Say("-K", "-I");
        return said.Contains("Completed execution", StringComparison.Ordinal)
            ? "each run's output: the command that ran"
            : throw new BenchException($"cf-agent said something else:\n{said}");
    }

    public void Dispose()
    {
        executor?.Dispose();
        Route.Dispose();
        scratch.Dispose();
    }

    private Dictionary<string, string> Environment => new() { ["CFENGINE_TEST_OVERRIDE_WORKDIR"] = scratch.At("cf") };

    private string Say(params string[] arguments) =>
        Route.Space.Run(() => Commands.TryRun("cf-agent", arguments, Environment)) is var said ? said.Output + said.Error : "";

    [GeneratedRegex("\"Min[0-9][0-9]\"")]
    private static partial Regex Minute();
}
