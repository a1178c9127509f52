using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Tests.Input;
using IwTune.Server.Tests.Running;
using Microsoft.AspNetCore.Routing;

namespace IwTune.Server.Tests.Console;

/// <summary>
/// A program can do everything that the console can: docs/parity.md says how, and these tests check that it is complete and correct.
/// </summary>
public sealed partial class ParityTests
{
    [Fact]
    public async Task Every_form_of_the_console_has_its_calls_or_says_why_it_has_none()
    {
        await using var server = await RunningServer.StartAsync();
        var api = await ApiDescription.OfAsync(server);
        var calls = api
            .Operations.Select(operation => operation.Description.GetProperty("operationId").GetString()!)
            .ToHashSet(StringComparer.Ordinal);
        var rows = Rows();
        var forms = Directory
            .EnumerateFiles(Path.Combine(Root(), "Server"), "*.razor", SearchOption.AllDirectories)
            .SelectMany(FormsOf)
            .Order(StringComparer.Ordinal)
            .ToList();
        Assert.InRange(forms.Count, 50, 1000);

        Assert.Empty(forms.Except(rows.Select(row => row.Form), StringComparer.Ordinal));
        Assert.Empty(rows.Select(row => row.Form).Except(forms, StringComparer.Ordinal));
        Assert.Equal(rows.Count, rows.Select(row => row.Form).Distinct().Count());
        foreach (var (form, named, command) in rows)
        {
            Assert.All(
                Quoted().Matches(named),
                call => Assert.True(calls.Contains(call.Groups[1].Value), $"{form}: there is no call {call.Value}")
            );
            Assert.True(Quoted().IsMatch(named) || named == "none", $"{form} says nothing of its calls");
            Assert.True(
                command.StartsWith('`') || (command.StartsWith("none: ", StringComparison.Ordinal) && command.Length > 15),
                $"{form} has neither a command nor a reason"
            );
        }
        // Forms without a component's handler have their own route; an identity provider's calls come from no form.
        var written = forms
            .Where(form => form.Contains(" /", StringComparison.Ordinal))
            .Select(form => form.Split(' ')[1])
            .Append("/sign-out")
            .Append(BackChannelLogout.Path)
            .ToHashSet(StringComparer.Ordinal);
        var taken = server
            .Get<EndpointDataSource>()
            .Endpoints.OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<HttpMethodMetadata>()?.HttpMethods is ["POST"])
            .Select(endpoint => "/" + endpoint.RoutePattern.RawText!.Trim('/'))
            .Where(path =>
                !path.StartsWith("/api/", StringComparison.Ordinal)
                && !path.StartsWith("/agent/", StringComparison.Ordinal)
                && !path.StartsWith("/scim/", StringComparison.Ordinal)
                && !path.StartsWith("/_", StringComparison.Ordinal)
            );
        Assert.Empty(taken.Except(written, StringComparer.Ordinal));
    }

    private static List<(string Form, string Calls, string Command)> Rows() =>
        [
            .. File.ReadLines(Path.Combine(Root(), "docs", "parity.md"))
                .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
                .Select(line => line.Split('|', StringSplitOptions.TrimEntries))
                .Select(cells => (cells[1].Replace("`", "", StringComparison.Ordinal), cells[2], cells[3])),
        ];

    /// <summary>The forms that a component sends, each with the buttons that have their own meaning.</summary>
    private static IEnumerable<string> FormsOf(string file)
    {
        var (name, text) = (Path.GetFileNameWithoutExtension(file), File.ReadAllText(file));
        var all = Form().Matches(text);
        foreach (Match form in all)
        {
            var head = form.Value[..form.Value.IndexOf('>', StringComparison.Ordinal)];
            var handler = Handler().Match(form.Value) is { Success: true } match
                ? match.Groups[1].Value
                : Action().Match(head).Groups[1].Value;
            if (handler.Contains("ExportEndpoints.Form", StringComparison.Ordinal))
                handler = IwTune.Server.Features.Compliance.Exports.ExportEndpoints.Form;
            // The only form of a component may have its buttons in a template outside the form.
            var acts = Button().Matches(all.Count == 1 ? text : form.Value).Select(button => button.Groups[1].Value).Distinct().ToList();
            foreach (var act in acts.Count == 0 ? [""] : acts)
                yield return act.Length == 0 ? $"{name} {handler}" : $"{name} {handler}: {act}";
        }
    }

    private static string Root([CallerFilePath] string here = "") => Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "..");

    [GeneratedRegex("<form[^>]*method=\"post\".*?</form>", RegexOptions.Singleline, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Form();

    [GeneratedRegex("@formname=\"([^\"]+)\"", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Handler();

    [GeneratedRegex("action=\"@?([^\"]+)\"", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Action();

    [GeneratedRegex("<button[^>]*\\bvalue=\"([^\"@]+)\"", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Button();

    [GeneratedRegex("`([A-Za-z]+)`", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Quoted();
}
