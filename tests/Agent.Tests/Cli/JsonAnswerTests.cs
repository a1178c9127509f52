using System.Text.Json;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary>With <c>--json</c> every command writes one JSON document, whatever its result.</summary>
public sealed class JsonAnswerTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public JsonAnswerTests() => _shell = new Shell(_bench);

    [Theory]
    [InlineData("plan")]
    [InlineData("apply")]
    public async Task Every_problem_of_a_policy_has_its_line_and_column(string verb)
    {
        var file = _shell.File("bad.yaml", "policy: Edge\nwindow: { initcwnd: 1024 }\nscopes: [default]\nlimit: 3\n");
        var said = await _shell.RunAsync(verb, file, "--json");
        var answer = Answer(said);
        Assert.Equal(64, said.Exit);
        Assert.Equal(said.Error.TrimEnd(), answer.GetProperty("text").GetString());
        var problems = answer.GetProperty("problems").EnumerateArray().ToList();
        Assert.Equal(
            [(1, 9, "policy"), (2, 21, "window.initcwnd"), (4, 1, "limit")],
            problems.Select(problem =>
                (problem.GetProperty("line").GetInt32(), problem.GetProperty("column").GetInt32(), problem.GetProperty("path").GetString())
            )
        );
        Assert.All(problems, problem => Assert.Equal(file, problem.GetProperty("file").GetString()));
        Assert.All(problems, problem => Assert.NotEmpty(problem.GetProperty("rule").GetString()!));
    }

    [Theory]
    [InlineData(64, "plan", "/nowhere.yaml", "--json")]
    [InlineData(64, "plan", "--json", "--jsn")]
    [InlineData(64, "history", "--last", "0", "--json")]
    [InlineData(64, "show", "--json", "--colour")]
    [InlineData(4, "status", "--json", "--socket", "/nowhere.sock")]
    [InlineData(64, "override", "--json")]
    [InlineData(64, "override", "nowhere", "--initcwnd", "4", "--json")]
    [InlineData(64, "enroll", "--token", "iwe_1", "--json")]
    [InlineData(
        4,
        "fleet",
        "hosts",
        "--server",
        "https://127.0.0.1:1",
        "--token",
        "t",
        "--ca-pin",
        "sha256:0000000000000000000000000000000000000000000000000000000000000000",
        "--json"
    )]
    public async Task A_refusal_is_the_sentence_that_a_person_reads(int exit, params string[] args)
    {
        var said = await _shell.RunAsync(args);
        Assert.Equal(exit, said.Exit);
        var answer = Answer(said);
        Assert.Equal(said.Error.TrimEnd(), answer.GetProperty("text").GetString());
        Assert.NotEqual("", answer.GetProperty("text").GetString());
        Assert.Empty(answer.GetProperty("problems").EnumerateArray());
    }

    [Fact]
    public async Task Commands_that_only_speak_speak_json_too()
    {
        Assert.Equal(1, Answer(await _shell.RunAsync("confirm", "--json")).GetProperty("exit").GetInt32());
        foreach (
            var args in (string[][])
                [
                    ["hold", "--reason", "switching"],
                    ["release"],
                    ["release"],
                    ["override", "default", "--initcwnd", "20"],
                    ["override", "--clear"],
                    ["rollback", "--all"],
                ]
        )
        {
            var said = await _shell.RunAsync([.. args, "--json"]);
            Assert.Equal((0, ""), (said.Exit, said.Error));
            Assert.NotEqual("", Answer(said).GetProperty("text").GetString());
        }
        await _shell.RunAsync("override", "default", "--initcwnd", "20");
        var set = Answer(await _shell.RunAsync("override", "default", "--initcwnd", "22", "--json"));
        Assert.Equal(22, set.GetProperty("state").GetProperty("targets")[0].GetProperty("configured").GetProperty("initCwnd").GetInt32());
    }

    [Fact]
    public async Task A_refusal_without_the_option_stays_plain()
    {
        var said = await _shell.RunAsync("plan", "/nowhere.yaml");
        Assert.Equal((64, ""), (said.Exit, said.Out));
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private static JsonElement Answer(Said said)
    {
        var answer = JsonDocument.Parse(said.Out).RootElement;
        Assert.Equal(said.Exit, answer.GetProperty("exit").GetInt32());
        return answer;
    }
}
