using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Applying;

/// <summary>Sets the window without a policy file: <see cref="ApplyVerb"/> of a policy made of the options.</summary>
internal static class SetVerb
{
    /// <summary>The name of the policy, for history and status.</summary>
    private const string Policy = "set";

    private static readonly Argument<int?> Cwnd = SegmentsOption.Argument(
        "SEGMENTS",
        "The initial congestion window, 1 to 1023; may be left out with --rwnd"
    );
    private static readonly Option<int?> Rwnd = SegmentsOption.Create("--rwnd", "The initial receive window, segments");
    private static readonly Option<Scope[]> Scopes = ScopeOption.Create();

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Change, "set", "Set the window without a policy file")
        {
            Details = $$"""
                Short for 'iwtune apply' of a policy named '{{Policy}}' with these options: plan, guardrails, before-images, read-back,
                --confirm, output and exit codes are the same. It replaces the policy that was applied here before, and restores what only
                that policy had set. 'iwtune override' sets windows beside a policy.
                """,
            Examples =
            [
                ("iwtune set 16 --dry-run", "what it would change"),
                ("sudo iwtune set 16", $"the default {HostWords.Here.Target}s"),
                ("sudo iwtune set 16 --rwnd 64 --scope default 10.0.0.0/8", "two scopes"),
                ("sudo iwtune set 20 --scope interface:eth1 --confirm 2m", "when the change might cut your connection"),
                ("sudo iwtune rollback", "undo it"),
            ],
        };
        verb.Add(Cwnd);
        verb.Add(Rwnd);
        verb.Add(Scopes);
        ApplyVerb.AddOptions(verb);
        verb.Validators.Add(result =>
        {
            // A refused value has its own error.
            if (result.GetResult(Cwnd) is null or { Tokens.Count: 0 } && result.GetResult(Rwnd) is null)
                result.AddError("Name the window: SEGMENTS, --rwnd N, or both, as in 'iwtune set 16'.");
        });
        verb.SetAction((parsed, ct) => ApplyVerb.RunAsync(context, parsed, Asked(parsed), ct));
        return verb;
    }

    private static AskedPolicy Asked(ParseResult parsed)
    {
        var (cwnd, rwnd) = (parsed.GetValue(Cwnd), parsed.GetValue(Rwnd));
        IReadOnlyList<Scope> scopes = parsed.GetValue(Scopes) is { Length: > 0 } named ? [.. named.Distinct()] : [new Scope.Default()];
        string?[] window = [cwnd is null ? null : $"initcwnd: {cwnd}", rwnd is null ? null : $"initrwnd: {rwnd}"];
        var text =
            $"policy: {Policy}\nwindow: {{ {string.Join(", ", window.OfType<string>())} "
            + $"}}\nscopes:\n{string.Concat(scopes.Select(scope => $"  - {Written(scope)}\n"))}";
        string?[] words =
        [
            "set",
            cwnd?.ToString(CultureInfo.InvariantCulture),
            rwnd is null ? null : $"--rwnd {rwnd}",
            scopes is [Scope.Default] ? null : $"--scope {string.Join(' ', scopes)}",
        ];
        return AskedPolicy.Of(
            text,
            "the policy made of the options",
            string.Join(' ', words.OfType<string>()),
            (context, tuner) =>
                Way(HostRules.Peek(parsed.StateOf(), tuner.Capabilities, context.Time.GetUtcNow()).Limits, cwnd, rwnd, scopes)
        );
    }

    /// <summary>The options have no place for a reason, and a reason lifts no limit of the host.</summary>
    private static string Way(Limits own, int? cwnd, int? rwnd, IReadOnlyList<Scope> scopes) =>
        cwnd > own.Max
            ? $"This host's limits.yaml allows {own.Max} at most, and no reason lifts that: set {own.Max}, or change the file first."
            : $"To set it anyway, give the reason to 'iwtune override {Target(scopes)} --initcwnd {cwnd}"
                + $"{(rwnd is null ? "" : $" --initrwnd {rwnd}")} --reason TEXT', or apply a policy file that has an `override`.";

    private static string Target(IReadOnlyList<Scope> scopes) =>
        scopes switch
        {
            [Scope.Default] => "default",
            [Scope.Prefix prefix] => $"{prefix.Network}",
            _ => "TARGET",
        };

    private static string Written(Scope scope) =>
        scope switch
        {
            Scope.Prefix prefix => $"prefix: \"{prefix.Network}\"",
            Scope.Interface named => $"interface: {Quoted(named.Name)}",
            Scope.Table table => table.Name == "local" ? "table: local" : $"table: {table.Name}",
            Scope.Containers containers => $"containers: {Quoted(containers.Selector.ToString())}",
            _ => "default",
        };

    private static string Quoted(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
}
