using System.Net;
using System.Text.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;

namespace IwTune.Server.Tests.Input;

/// <summary>
/// Every list, read a few rows at a time while rows come and go: none appears twice, and no row that existed all the time is missing.
/// </summary>
public sealed class PagingTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task A_walk_repeats_nothing_and_leaves_out_nothing_while_rows_come(int limit)
    {
        await using var besieged = await Besieged.StartAsync();
        for (var i = 0; i < 4; i++)
        {
            await besieged.Admin.PublishAsync(Api.Iw3.Replace("edge", $"p{i}", StringComparison.Ordinal), assign: "site:fra");
            await PostAsync(
                besieged,
                FleetPaths.Freezes,
                $$"""{"from":"203{{i}}-01-01T00:00:00Z","until":"203{{i}}-02-01T00:00:00Z","reason":"r"}"""
            );
            await PostAsync(
                besieged,
                FleetPaths.LegalHolds,
                $$"""{"name":"case {{i}}","selector":"*","from":"2026-01-01T00:00:00Z","reason":"r"}"""
            );
            await PostAsync(besieged, FleetPaths.Tokens, """{"kind":"Enrolment"}""");
        }
        var walked = 0;
        foreach (
            var list in besieged.Api.Operations.Where(operation =>
                operation is { Method: "GET", ByToken: true }
                && !operation.Path.Contains('{', StringComparison.Ordinal)
                && operation.Parameters.Any(one => one.GetProperty("name").GetString() == "limit")
            )
        )
        {
            var before = await KeysAsync(besieged, list.Path, null, limit: null);
            var came = 0;
            var seen = await KeysAsync(
                besieged,
                list.Path,
                async () =>
                {
                    if (came++ < 3)
                        await besieged.Admin.PublishAsync(
                            Api.Iw3.Replace("edge", $"q{came}-{limit}-{list.Path.Length}", StringComparison.Ordinal),
                            assign: "site:ams"
                        );
                },
                limit
            );
            Assert.True(
                seen.Count == seen.Distinct(StringComparer.Ordinal).Count(),
                $"{list.Path} tells a row twice: {string.Join(' ', seen)}"
            );
            Assert.True(before.All(seen.Contains), $"{list.Path} leaves out {string.Join(' ', before.Except(seen))}");
            walked += before.Count;
        }
        Assert.True(walked > 20, $"{walked} rows");
    }

    private static async Task PostAsync(Besieged besieged, string path, string body)
    {
        using var answer = await besieged.Admin.PostAsync(path, new StringContent(body, System.Text.Encoding.UTF8, "application/json"));
        Assert.True(answer.StatusCode == HttpStatusCode.Created, $"{path} {await answer.Content.ReadAsStringAsync()}");
    }

    /// <summary>Ids, or names, of all rows, in the order of the pages.</summary>
    private static async Task<List<string>> KeysAsync(Besieged besieged, string path, Func<Task>? between, int? limit)
    {
        var keys = new List<string>();
        for (var next = limit is null ? path : $"{path}?limit={limit}"; next is not null; )
        {
            using var answer = await besieged.Admin.GetAsync(next);
            var text = await answer.Content.ReadAsStringAsync();
            Assert.True(answer.IsSuccessStatusCode, $"{next}: {text}");
            using var document = JsonDocument.Parse(text);
            var root = document.RootElement;
            var rows =
                root.ValueKind == JsonValueKind.Array
                    ? root
                    : root.EnumerateObject().Select(field => field.Value).FirstOrDefault(value => value.ValueKind == JsonValueKind.Array);
            if (rows.ValueKind == JsonValueKind.Array)
                keys.AddRange(rows.EnumerateArray().Where(row => row.ValueKind == JsonValueKind.Object).Select(Key).OfType<string>());
            next = answer.Headers.TryGetValues("Link", out var links) ? links.First().Split('>')[0].TrimStart('<') : null;
            if (next is null && root.ValueKind == JsonValueKind.Object && root.TryGetProperty("next", out var cursor) && limit is not null)
                next =
                    $"{path}?limit={limit}&{(cursor.ValueKind == JsonValueKind.Number ? "before" : "after")}="
                    + $"{Uri.EscapeDataString(cursor.ToString())}";
            if (next is not null && between is not null)
                await between();
        }
        return keys;
    }

    private static string? Key(JsonElement row) =>
        ((string[])["id", "number", "name", "hostId"])
            .Select(name => row.TryGetProperty(name, out var value) ? value.ToString() : null)
            .FirstOrDefault(value => value is not null);
}
