using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

public sealed partial class EventTypesTests
{
    [Fact]
    public void Every_type_has_a_name_of_its_own_a_kind_a_severity_and_a_sentence()
    {
        Assert.Equal(EventTypes.All.Count, EventTypes.All.Select(type => type.Name).Distinct().Count());
        Assert.All(
            EventTypes.All,
            type =>
            {
                Assert.Matches(Name(), type.Name);
                Assert.Contains(type.Kind, WebhookKinds.All);
                Assert.InRange(type.Severity, 0, 10);
                Assert.True(char.IsUpper(type.Meaning[0]) && !type.Meaning.EndsWith('.'), type.Meaning);
                Assert.Same(type, EventTypes.Find(type.Name));
            }
        );
    }

    [Fact]
    public void Every_action_in_the_lists_is_written_somewhere_and_none_is_made_up_elsewhere()
    {
        var listed = typeof(AuditActions)
            .Assembly.GetTypes()
            .Where(type => type.Namespace == typeof(AuditActions).Namespace)
            .SelectMany(type =>
                type.GetFields().Where(field => field.FieldType == typeof(EventType)).Select(field => $"{type.Name}.{field.Name}")
            )
            .ToList();
        Assert.Equal(AuditActions.All.Count, listed.Count);
        var sources = Directory
            .EnumerateFiles(Path.Combine(Recorded.Root(), "Server"), "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Contains("/Audit/Actions/", StringComparison.Ordinal))
            .ToDictionary(file => file, File.ReadAllText);
        Assert.DoesNotContain(
            listed,
            action =>
                !sources.Values.Any(text => Regex.IsMatch(text, $@"\b{Regex.Escape(action)}\b", RegexOptions.None, TimeSpan.FromSeconds(5)))
        );
        Assert.DoesNotContain(sources, source => source.Value.Contains("new EventType(", StringComparison.Ordinal));
    }

    [Fact, Trait("Recorded", "yes")]
    public void The_table_in_the_docs_is_that_of_the_lists() =>
        Assert.Null(
            Recorded.Problem(
                "docs/webhooks.md",
                "event types",
                "| type | kind | severity | meaning |\n| --- | --- | --: | --- |\n"
                    + string.Concat(
                        EventTypes
                            .All.OrderBy(type => type.Name, StringComparer.Ordinal)
                            .Select(type => $"| `{type.Name}` | `{type.Kind}` | {type.Severity} | {type.Meaning} |\n")
                    )
            )
        );

    [GeneratedRegex("^[a-z-]+(\\.[a-z-]+)+$", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Name();
}
