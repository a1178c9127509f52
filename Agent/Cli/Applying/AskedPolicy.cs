using IwTune.Agent.Cli.Options;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Applying;

/// <summary>The policy that a command line names: a file, or one made of its options.</summary>
/// <param name="Command">The verb that applies it, with what belongs to it.</param>
/// <param name="ReadAsync">Reads it for this host; throws a <see cref="UsageException"/> with everything that is wrong with it.</param>
internal sealed record AskedPolicy(string Command, Func<CliContext, ITuner, CancellationToken, Task<BundleContent>> ReadAsync)
{
    public static AskedPolicy Of(string file) =>
        new($"apply {Advice.Word(file)}", (context, tuner, ct) => PolicyArgument.ReadAsync(file, context, tuner, ct));

    /// <param name="text">The document.</param>
    /// <param name="name">What to call it in messages.</param>
    /// <param name="command">The verb that applies it, with what belongs to it.</param>
    /// <param name="way">How to go beyond a guardrail: there is no document to write a reason into.</param>
    public static AskedPolicy Of(string text, string name, string command, Func<CliContext, ITuner, string> way) =>
        new(command, (context, tuner, ct) => PolicyArgument.ReadTextAsync(text, name, context, tuner, ct, () => way(context, tuner)));
}
