using System.Text.Json;

namespace IwTune.Runner.Running;

/// <summary>The messages of a test program on its standard output in xunit's automated mode: one JSON document a line.</summary>
internal abstract record TestEvent
{
    /// <summary>The tests are known, and begin.</summary>
    /// <param name="Count">Test cases.</param>
    public sealed record Discovered(int Count) : TestEvent;

    /// <param name="Id">Of the test within its program.</param>
    /// <param name="Name">With class and arguments.</param>
    public sealed record Started(string Id, string Name) : TestEvent;

    /// <param name="Id">Of the test.</param>
    /// <param name="Outcome">Its result.</param>
    /// <param name="Detail">Why it failed or was skipped.</param>
    public sealed record Ended(string Id, Outcome Outcome, string Detail) : TestEvent;

    /// <summary>
    /// One of the discovered cases is over; a theory whose rows are only known at run time is one case with several tests.
    /// </summary>
    public sealed record CaseEnded : TestEvent;

    /// <summary>A failure outside of any test: a fixture, a constructor of a class, the program itself.</summary>
    public sealed record Broken(string Detail) : TestEvent;

    /// <returns><see langword="null"/> for an irrelevant message, and for a line that is not a message.</returns>
    public static TestEvent? Read(string line)
    {
        if (!line.StartsWith("{\"$type\"", StringComparison.Ordinal))
            return null;
        // xunit writes control characters of a test's arguments without escapes.
        using var document = JsonDocument.Parse(
            line.Any(char.IsControl) ? string.Concat(line.Select(one => char.IsControl(one) ? '·' : one)) : line
        );
        var message = document.RootElement;
        return message.GetProperty("$type").GetString() switch
        {
            "discovery-complete" => new Discovered(message.GetProperty("TestCasesToRun").GetInt32()),
            "test-starting" => new Started(IdOf(message), Text(message, "TestDisplayName")),
            "test-passed" => new Ended(IdOf(message), Outcome.Passed, ""),
            "test-skipped" => new Ended(IdOf(message), Outcome.Skipped, Text(message, "Reason")),
            "test-failed" => new Ended(IdOf(message), Outcome.Failed, Error(message)),
            "test-case-finished" => new CaseEnded(),
            "error" => new Broken(Error(message)),
            { } type when type.EndsWith("-cleanup-failure", StringComparison.Ordinal) => new Broken($"{type}: {Error(message)}"),
            _ => null,
        };
    }

    private static string IdOf(JsonElement message) => Text(message, "TestUniqueID");

    private static string Text(JsonElement message, string name) =>
        message.TryGetProperty(name, out var value) ? value.GetString() ?? "" : "";

    /// <summary>The messages, outermost first, and the origin of the innermost.</summary>
    private static string Error(JsonElement message)
    {
        var (types, messages, traces) = (Texts(message, "ExceptionTypes"), Texts(message, "Messages"), Texts(message, "StackTraces"));
        return string.Join(
            '\n',
            messages
                .Select((text, i) => $"{types.ElementAtOrDefault(i)}: {text}")
                .Append(traces.LastOrDefault(trace => trace.Length > 0) ?? "")
        );
    }

    private static List<string> Texts(JsonElement message, string name) =>
        message.TryGetProperty(name, out var list) && list.ValueKind == JsonValueKind.Array
            ? [.. list.EnumerateArray().Select(one => one.GetString() ?? "")]
            : [];
}

/// <summary>The result of a test.</summary>
internal enum Outcome
{
    Passed,
    Failed,
    Skipped,
}
