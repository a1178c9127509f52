using System.Globalization;
using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Surveying;
using IwTune.Lab;
using IwTune.Lab.Serving;

namespace IwTune.Agent.Tests.Cli.Surveying;

/// <summary>Hosts with initial windows of their own on one path of 2 ms, and the command line at its other end.</summary>
internal sealed class SurveyedHosts : IDisposable
{
    private readonly RemotePath _path = new(TimeSpan.FromMilliseconds(2));
    private readonly PageServer _large;
    private readonly PageServer _small;
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-surveyed-").FullName;

    public SurveyedHosts()
    {
        _large = PageServer.Listen(_path.Server, 8000, "cubic", new Page(100_000));
        _small = PageServer.Listen(_path.Server, 8001, "cubic", new Page(600));
    }

    public HastyClock Clock { get; } = new(TimeSpan.FromSeconds(1));

    /// <summary>Where it keeps readings.</summary>
    public string History => Path.Combine(_directory, "surveys.jsonl");

    /// <summary>Gives a host, 10.96.0.3 or higher, these windows: what it sends leaves by a table of its own.</summary>
    public void Give(int host, int initcwnd, int initrwnd)
    {
        var number = host.ToString(CultureInfo.InvariantCulture);
        var address = $"10.96.0.{number}";
        _path.Server.Ip($"addr replace {address}/24 dev path0");
        _path.Server.Ip($"route replace 10.96.0.0/24 dev path0 src {address} initcwnd {initcwnd} initrwnd {initrwnd} table 1{number}");
        _path.Server.TryExec("ip", "rule", "del", "from", address);
        _path.Server.Ip($"rule add from {address} lookup 1{number}");
    }

    /// <summary>Surveys a list with a pause of one second, which the clock shortens.</summary>
    public Task<Said> SurveyAsync(string list, params string[] options) => SurveyAsync(list, CancellationToken.None, options);

    /// <summary>The same, until it is stopped.</summary>
    public Task<Said> SurveyAsync(string list, CancellationToken stop, params string[] options)
    {
        var file = Path.Combine(_directory, "hosts.txt");
        File.WriteAllText(file, list);
        return RunAsync(["survey", file, "--pause", "1s", .. options], stop);
    }

    private Task<Said> RunAsync(string[] args, CancellationToken stop) =>
        _path.Client.RunAsync(async () =>
        {
            using var output = new StringWriter { NewLine = "\n" };
            using var error = new StringWriter { NewLine = "\n" };
            var terminal = new Terminal(output, error, TextReader.Null, Interactive: false, Colour: false);
            var context = new CliContext(ThisHost.Open, terminal, Clock) { Stop = stop };
            var exit = await CommandLine.RunAsync([.. args, "--history", History], context, [("survey", SurveyVerb.Create)]);
            return new Said(exit, output.ToString(), error.ToString());
        });

    /// <summary>Runs the program itself without the capability.</summary>
    public CommandResult Unprivileged(params string[] args) =>
        _path.Client.TryExec(
            "setpriv",
            ["--bounding-set=-net_admin", "--inh-caps=-net_admin", "--reuid=65534", "--clear-groups", Binaries.Agent, .. args]
        );

    public void Dispose()
    {
        _large.Dispose();
        _small.Dispose();
        _path.Dispose();
        Directory.Delete(_directory, recursive: true);
    }
}
