using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Linux.Doctor;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Linux.Doctor;

namespace IwTune.Agent.Tests.Cli;

[Collection("command line")]
public sealed partial class DoctorVerbTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public DoctorVerbTests() => _shell = new Shell(_bench);

    [Theory]
    [InlineData(Health.Problem, 2)]
    [InlineData(Health.Advice, 0)]
    [InlineData(Health.NotKnown, 0)]
    public async Task Only_a_problem_exits_2(Health health, int exit)
    {
        _bench.Doctor.Says.AddRange([Said("sack", Health.Ok), Said("windows", health)]);
        Assert.Equal(exit, (await _shell.RunAsync("doctor")).Exit);
        Assert.Equal(exit, (await _shell.RunAsync("doctor", "--json")).Exit);
    }

    [Fact]
    public async Task What_is_well_is_one_line_and_the_rest_says_why_and_what_to_do()
    {
        _bench.Doctor.Says.AddRange([Said("sack", Health.Ok), Said("windows", Health.Problem)]);
        Assert.Equal(
            """
            Loss
              ok         sack     value of sack
              problem    windows  value of windows
                         Because of windows. (RFC 0)
                         fix: do windows

            1 problem, 0 advice, 1 ok, 0 not known. 'iwtune doctor CHECK' shows one check in full.

            """,
            (await _shell.RunAsync("doctor")).Out
        );
    }

    [Fact]
    public async Task One_check_is_told_in_full_and_an_unknown_one_names_those_there_are()
    {
        _bench.Doctor.Says.AddRange([Said("sack", Health.Ok), Said("windows", Health.Problem)]);
        var one = await _shell.RunAsync("doctor", "sack");
        Assert.Equal(0, one.Exit);
        Assert.Contains("Because of sack.", one.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("windows", one.Out, StringComparison.Ordinal);
        Assert.Contains("Did you mean 'sack'?", (await _shell.RunAsync("doctor", "sakc")).Error, StringComparison.Ordinal);
        var none = await _shell.RunAsync("doctor", "other");
        Assert.Equal(64, none.Exit);
        Assert.Contains("there are sack, windows", none.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Json_has_every_field_of_every_check()
    {
        _bench.Doctor.Says.AddRange([Said("sack", Health.Ok), Said("windows", Health.Problem)]);
        var json = JsonNode.Parse((await _shell.RunAsync("doctor", "--json")).Out)!;
        Assert.Equal((1, 1), ((int)json["problems"]!, (int)json["ok"]!));
        Assert.Equal(
            """{"check":"windows","group":"Loss","health":"Problem","found":"value of windows","why":"Because of windows.","source":"RFC 0","fix":"do windows"}""",
            json["checks"]![1]!.ToJsonString()
        );
    }

    [Fact]
    public async Task Without_a_daemon_the_checks_are_told_why_nothing_was_seen()
    {
        _bench.Doctor.Says.Add(Said("sack", Health.Ok));
        await _shell.RunAsync("doctor");
        Assert.Contains(_bench.State.Root, _bench.Doctor.Asked!.Absent, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    public void On_a_terminal_no_line_is_longer_than_it_and_no_word_is_lost(int width)
    {
        using var output = new StringWriter { NewLine = "\n" };
        var found = Checkup.Of(
            Host.Healthy.With("net.ipv4.tcp_sack", "0").With(Host.Default(200), Host.Route("10.0.0.0/8")) with
            {
                Agent = new AgentView { Absent = "no daemon" },
            }
        );
        DoctorPage.Write(new Terminal(output, output, TextReader.Null, Interactive: true, Colour: true) { Width = width }, found);
        var lines = output.ToString().Split('\n').Select(line => Colours().Replace(line, "")).ToList();
        // The wrapping treats a command to paste as one word.
        Assert.All(lines, line => Assert.InRange(line.Length, 0, width));
        var words = Regex.Replace(string.Join(' ', lines), " +", " ");
        Assert.All(found, diagnosis => Assert.Contains(diagnosis.Found, words, StringComparison.Ordinal));
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private static Diagnosis Said(string check, Health health) =>
        new()
        {
            Check = check,
            Group = DiagnosisGroup.Loss,
            Health = health,
            Found = $"value of {check}",
            Why = $"Because of {check}.",
            Source = "RFC 0",
            Fix = health == Health.Problem ? $"do {check}" : "",
        };

    [GeneratedRegex("\e\\[[0-9]+m")]
    private static partial Regex Colours();
}
