using System.CommandLine;
using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Options;

/// <summary>A policy file, read for this host.</summary>
internal static class PolicyArgument
{
    public static Argument<string> Required { get; } =
        new("FILE") { HelpName = "FILE", Description = "The policy, YAML or JSON; - reads standard input" };

    public static Argument<string?> Optional { get; } =
        new("FILE")
        {
            HelpName = "FILE",
            Description = "The policy, YAML or JSON; without it, the policy applied here last",
            Arity = ArgumentArity.ZeroOrOne,
        };

    /// <summary>Reports all problems in one answer, including this host's own objections.</summary>
    /// <exception cref="UsageException">It cannot be read or is not valid.</exception>
    public static async Task<BundleContent> ReadAsync(string file, CliContext context, ITuner tuner, CancellationToken ct)
    {
        var text = file == "-" ? await PolicyFile.TextAsync(context.Terminal.In, ct) : PolicyFile.Text(file);
        return await ReadTextAsync(text, file == "-" ? "standard input" : file, context, tuner, ct);
    }

    /// <summary>The same for a text that was read already.</summary>
    /// <param name="text">The document.</param>
    /// <param name="name">What to call it in messages.</param>
    /// <param name="context">Where warnings go.</param>
    /// <param name="tuner">The host's.</param>
    /// <param name="ct">Ends the reading.</param>
    /// <param name="way">How to go beyond a guardrail, in place of <see cref="GuardrailCheck.Way"/>; reads the host's rules.</param>
    /// <exception cref="UsageException">It is not valid.</exception>
    public static async Task<BundleContent> ReadTextAsync(
        string text,
        string name,
        CliContext context,
        ITuner tuner,
        CancellationToken ct,
        Func<string>? way = null
    )
    {
        var read = PolicyReader.Read(text);
        // Only a scope that names an interface needs the host, and a host may have many routes.
        if (read.Policy is null || read.Policy.Scopes.Any(rule => rule.Scope is Scope.Interface))
            read = PolicyReader.Read(text, (await tuner.ReadAsync(ct)).Interfaces);
        foreach (var warning in read.Warnings)
            await context.Terminal.Error.WriteLineAsync($"{name}:{warning} (warning)");
        if (read.Policy is { } policy)
            return BundleContent.From(policy);
        var count = read.Problems.Count == 1 ? "1 problem" : $"{read.Problems.Count} problems";
        throw UsageException.Of(name, way is null ? read.Problems : Advised(read.Problems, way()), $"{count}; nothing was changed.");
    }

    private static IReadOnlyList<PolicyProblem> Advised(IReadOnlyList<PolicyProblem> problems, string way) =>
        [.. problems.Select(problem => problem with { Rule = problem.Rule.Replace(GuardrailCheck.Way, way, StringComparison.Ordinal) })];
}
