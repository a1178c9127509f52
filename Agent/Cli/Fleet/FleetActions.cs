using System.CommandLine;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>What a fleet verb does: show a resource or a list, or run calls over one connection and answer.</summary>
internal static class FleetActions
{
    /// <summary>Runs calls over one connection.</summary>
    /// <param name="verb">The verb.</param>
    /// <param name="context">Terminal and clock.</param>
    /// <param name="run">The calls; returns the exit code.</param>
    /// <param name="host">The host that was named, so that a refusal lists hosts of the same name.</param>
    public static void Runs(
        this Verb verb,
        CliContext context,
        Func<FleetConnection, ParseResult, CancellationToken, Task<int>> run,
        Func<ParseResult, string?>? host = null
    ) =>
        verb.SetAction(
            (parsed, ct) => FleetConnection.UseAsync(context, parsed, fleet => run(fleet, parsed, ct), ct, host?.Invoke(parsed))
        );

    /// <summary>Reads the request first, so that a mistake in it is reported before the server is called.</summary>
    public static void Runs<TRequest>(
        this Verb verb,
        CliContext context,
        Func<ParseResult, TRequest> read,
        Func<FleetConnection, TRequest, ParseResult, CancellationToken, Task<int>> run,
        Func<TRequest, string?>? host = null
    ) =>
        verb.SetAction(
            (parsed, ct) =>
            {
                var request = read(parsed);
                return FleetConnection.UseAsync(context, parsed, fleet => run(fleet, request, parsed, ct), ct, host?.Invoke(request));
            }
        );

    /// <summary>
    /// Shows what is at the path: the wire's own type with <c>--json</c>, otherwise as the verb prints it. The type's description is made
    /// when the verb runs: making it takes longer than everything else that a verb is built of.
    /// </summary>
    public static void Shows<T>(
        this Verb verb,
        CliContext context,
        Func<ParseResult, string> path,
        Func<JsonTypeInfo<T>> type,
        Action<T> print,
        Argument<string>? host = null
    )
        where T : class
    {
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var found = await fleet.GetAsync(path(parsed), type(), ct);
                return context.Answer(parsed, found, type(), () => print(found));
            },
            host is null ? null : parsed => parsed.GetValue(host)
        );
    }

    /// <summary>
    /// Shows a list whole, however many pages the server makes of it, or its first rows: as a table, or one sentence on the error stream
    /// when it is empty, so that a pipe gets rows alone.
    /// </summary>
    /// <param name="verb">The verb.</param>
    /// <param name="context">Terminal and clock.</param>
    /// <param name="path">The list on the server.</param>
    /// <param name="type">Describes its JSON.</param>
    /// <param name="none">Says that the list is empty, and how to get an entry.</param>
    /// <param name="columns">The table, from the left.</param>
    /// <param name="after">Writes what belongs to no column.</param>
    public static Verb Lists<TRow>(
        this Verb verb,
        CliContext context,
        Func<ParseResult, string> path,
        Func<JsonTypeInfo<IReadOnlyList<TRow>>> type,
        string none,
        IReadOnlyList<TableColumn<TRow>> columns,
        Action<IReadOnlyList<TRow>>? after = null
    )
    {
        var limit = new Option<int?>("--limit") { Description = "Rows at most; all of them without it", HelpName = "N" };
        verb.Add(limit);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            parsed => parsed.GetValue(limit) is < 1 ? throw new UsageException("--limit is at least 1.") : parsed.GetValue(limit),
            async (fleet, most, parsed, ct) =>
            {
                var found = await fleet.ListAsync(path(parsed), most, type(), ct);
                return context.Answer(parsed, found, type(), Print);

                void Print()
                {
                    if (found.Count == 0)
                        context.Terminal.Remark(none);
                    else
                        Table.Of(found, columns).Write(context.Terminal);
                    after?.Invoke(found);
                }
            }
        );
        return verb;
    }

    /// <summary>Answers with the wire's own type with <c>--json</c>, otherwise with a sentence.</summary>
    public static int Answer<T>(this CliContext context, ParseResult parsed, T answer, JsonTypeInfo<T> type, string sentence) =>
        context.Answer(parsed, answer, type, () => context.Terminal.Say(sentence, hanging: 0));

    /// <summary>Answers with the wire's own type with <c>--json</c>, otherwise as the verb prints it.</summary>
    public static int Answer<T>(this CliContext context, ParseResult parsed, T answer, JsonTypeInfo<T> type, Action print)
    {
        if (parsed.WantsJson())
            FleetJson.Write(context.Terminal.Out, answer, type);
        else
            print();
        return ExitCode.Fine;
    }

    /// <summary>The same for a page that makes further calls.</summary>
    public static async Task<int> AnswerAsync<T>(
        this CliContext context,
        ParseResult parsed,
        T answer,
        JsonTypeInfo<T> type,
        Func<Task> print
    )
    {
        if (parsed.WantsJson())
            FleetJson.Write(context.Terminal.Out, answer, type);
        else
            await print();
        return ExitCode.Fine;
    }

    /// <summary>The reason that was given, or what was done, by whom and where.</summary>
    public static string Why(this ParseResult parsed, Option<string> reason, string did) => parsed.GetValue(reason) ?? By(did);

    /// <summary>What was done, by whom and where, for the audit log.</summary>
    public static string By(string did) => $"{did} {By()}";

    /// <summary>By whom and where.</summary>
    public static string By() => $"by {Environment.UserName} on {Environment.MachineName}";
}
