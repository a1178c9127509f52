using System.Net;
using IwTune.Lab;

namespace IwTune.EndToEnd.Wine.Headers;

/// <summary>
/// The agent's declarations of Windows' structures, numbers and functions are those of mingw-w64's headers. A wrong one would not fail: it
/// would read another field, or ask for something else.
/// </summary>
[Collection(nameof(UnderWine))]
public sealed class HeadersTests(HeaderProgram program) : IClassFixture<HeaderProgram>
{
    private static readonly string[] OfTheAgent = ["size", "field", "value", "text", "function", "callback"];
    private static readonly Lazy<AgentSurface> Surface = new(() => new AgentSurface());

    private IEnumerable<HeaderLine> Declared => program.Lines.Where(line => OfTheAgent.Contains(line.Kind));

    [Fact]
    public void What_the_agent_declares_is_what_the_headers_say()
    {
        Assert.True(Declared.Count() > 200);
        None(
            from line in Declared
            let ours = Surface.Value.Said.GetValueOrDefault((line.Kind, line.Ours), "not there")
            where ours != line.Said
            select $"{line.Kind} {line.Ours} is {ours} in the agent and {line.Said} in the headers ({line.Theirs})"
        );
    }

    [Fact]
    public void Whatever_the_agent_declares_has_a_line_in_layouts_c_or_is_known_to_be_its_own()
    {
        var lines = Declared.Select(line => (line.Kind, line.Ours)).ToHashSet();
        None(Surface.Value.Said.Where(one => !lines.Contains(one.Key) && !IsOwn(one.Key.Ours)));
    }

    [Fact]
    public void What_is_known_to_be_its_own_is_there_and_in_no_header()
    {
        var lines = Declared.Select(line => line.Ours).ToList();
        var there = Surface.Value.Said.Keys.Select(one => one.Ours).ToList();
        None(OwnNumbers.All.Keys.Where(own => !there.Exists(name => Names(own, name)) || lines.Exists(name => Names(own, name))));
    }

    [Fact]
    public void Every_function_is_in_the_library_from_which_the_agent_loads_it()
    {
        var linked = program
            .Lines.Where(line => line.Kind == "import")
            .Select(line => (line.Ours, line.Said.ToLowerInvariant()))
            .ToHashSet();
        None(Surface.Value.Imports.Where(import => !linked.Contains(import)));
    }

    [Fact]
    public void A_request_names_a_connection_as_the_rows_of_the_headers_do()
    {
        var rows = program.Lines.Where(line => line.Kind == "bytes").ToList();
        Assert.Equal(["MIB_TCPROW", "MIB_TCP6ROW"], rows.Select(row => row.Theirs));
        Assert.All(
            rows,
            row =>
            {
                var ends = row.Ours.Split(' ').Select(IPEndPoint.Parse).ToArray();
                Assert.Equal(row.Said, Convert.ToHexString((byte[])Surface.Value.Call("ConnectionRow", "Of", ends[0], ends[1])!));
            }
        );
    }

    [Fact]
    public void What_the_headers_lack_is_documented_with_its_source()
    {
        var page = File.ReadAllText(Path.Combine(Binaries.Root, "docs/windows-under-wine.md"));
        var lacking = program.Lines.Where(line => line.Kind == "lacking").ToList();
        Assert.NotEmpty(lacking);
        Assert.All(
            lacking,
            line => Assert.Contains($"| `{line.Ours}` | {line.Said} | {Link(line.Theirs)} |", page, StringComparison.Ordinal)
        );
    }

    private static void None<T>(IEnumerable<T> problems)
    {
        var all = problems.ToList();
        Assert.True(all.Count == 0, string.Join('\n', all));
    }

    private static string Link(string place) => $"[{place.Split('/')[^1]}](https://learn.microsoft.com/windows/win32/{place})";

    private static bool IsOwn(string name) => OwnNumbers.All.Keys.Any(own => Names(own, name));

    private static bool Names(string own, string name) => name == own || name.StartsWith(own + ".", StringComparison.Ordinal);
}
