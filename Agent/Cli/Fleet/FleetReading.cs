using System.CommandLine;
using System.Text.Json.Serialization.Metadata;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>What the verbs have in common that ask a server for one thing and show it.</summary>
internal static class FleetReading
{
    /// <inheritdoc cref="Shows{T}(Verb, CliContext, Func{ParseResult, string}, JsonTypeInfo{T}, Action{T}, Argument{string})"/>
    public static void Shows<T>(
        this Verb verb,
        CliContext context,
        Func<ParseResult, string> path,
        Func<WireJson, JsonTypeInfo<T>> type,
        Action<T> print,
        Argument<string>? host = null
    )
        where T : class => verb.Shows(context, path, type(WireJson.Default), print, host);

    /// <summary>Shows what is at the path: the wire's own type with <c>--json</c>, otherwise as the verb prints it.</summary>
    public static void Shows<T>(
        this Verb verb,
        CliContext context,
        Func<ParseResult, string> path,
        JsonTypeInfo<T> type,
        Action<T> print,
        Argument<string>? host = null
    )
        where T : class
    {
        verb.Add(JsonOption.Option);
        verb.SetAction(
            (parsed, ct) =>
                FleetConnection.UseAsync(
                    context,
                    parsed,
                    async fleet =>
                    {
                        var found = await fleet.GetAsync(path(parsed), type, ct);
                        if (parsed.WantsJson())
                            FleetJson.Write(context.Terminal.Out, found, type);
                        else
                            print(found);
                        return ExitCode.Fine;
                    },
                    ct,
                    host is null ? null : parsed.GetValue(host)
                )
        );
    }

    /// <inheritdoc cref="Shows{T}(Verb, CliContext, Func{ParseResult, string}, JsonTypeInfo{T}, Action{T}, Argument{string})"/>
    public static void Shows<TRow>(
        this Verb verb,
        CliContext context,
        Func<ParseResult, string> path,
        Func<WireJson, JsonTypeInfo<IReadOnlyList<TRow>>> type,
        Action<IReadOnlyList<TRow>> print
    ) => verb.Shows(context, path, type(WireJson.Default), print);

    /// <summary>Shows a list whole, however many pages the server makes of it, or its first rows.</summary>
    public static void Shows<TRow>(
        this Verb verb,
        CliContext context,
        Func<ParseResult, string> path,
        JsonTypeInfo<IReadOnlyList<TRow>> type,
        Action<IReadOnlyList<TRow>> print
    )
    {
        var limit = new Option<int?>("--limit") { Description = "Rows at most; all of them without it", HelpName = "N" };
        verb.Add(limit);
        verb.Add(JsonOption.Option);
        verb.SetAction(
            (parsed, ct) =>
                parsed.GetValue(limit) is < 1
                    ? throw new UsageException("--limit is at least 1.")
                    : FleetConnection.UseAsync(
                        context,
                        parsed,
                        async fleet =>
                        {
                            var found = await fleet.ListAsync(path(parsed), parsed.GetValue(limit), type, ct);
                            if (parsed.WantsJson())
                                FleetJson.Write(context.Terminal.Out, found, type);
                            else
                                print(found);
                            return ExitCode.Fine;
                        },
                        ct
                    )
        );
    }
}
