using System.CommandLine;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Options;

/// <summary>A policy file, read for this host.</summary>
internal static class PolicyArgument
{
    public static Argument<string> Required { get; } = new("FILE") { HelpName = "FILE", Description = "The policy, YAML or JSON; - reads standard input" };

    public static Argument<string?> Optional { get; } = new("FILE")
    {
        HelpName = "FILE",
        Description = "The policy, YAML or JSON; without it, what this host was last made",
        Arity = ArgumentArity.ZeroOrOne,
    };

    /// <summary>Everything that is wrong with it, this host's own objections included, comes in one answer.</summary>
    /// <exception cref="UsageException">It cannot be read or is not valid.</exception>
    public static async Task<BundleContent> ReadAsync(string file, CliContext context, ITuner tuner, CancellationToken ct)
    {
        var text = file == "-" ? await context.Terminal.In.ReadToEndAsync(ct) : Load(file);
        var host = await tuner.ReadAsync(ct);
        var read = PolicyReader.Read(text, host.Interfaces);
        var name = file == "-" ? "standard input" : file;
        foreach (var warning in read.Warnings)
            await context.Terminal.Error.WriteLineAsync($"{name}:{warning} (warning)");
        if (read.Policy is { } policy)
            return BundleContent.From(policy);
        var count = read.Problems.Count == 1 ? "1 problem" : $"{read.Problems.Count} problems";
        throw new UsageException($"{string.Join('\n', read.Problems.Select(problem => $"{name}:{problem}"))}\n{count}; nothing was changed.");
    }

    private static string Load(string file)
    {
        try
        {
            // One byte more than is allowed tells the reader that it is too much, without loading what may be a disk image.
            using var content = File.OpenRead(file);
            var buffer = new byte[PolicyReader.MaxBytes + 1];
            var length = content.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
            return System.Text.Encoding.UTF8.GetString(buffer, 0, length);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The policy {file} cannot be read: {e.Message} Nothing was changed.", e);
        }
    }
}
