using System.Globalization;
using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Settings;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>An experiment as a file: the words of the options as keys, so that it can be reviewed and kept.</summary>
internal static class ExperimentFile
{
    private static readonly string[] Known =
    [
        "name",
        "treatment",
        "control",
        "design",
        "block",
        "for",
        "prefix",
        "port",
        "alpha-percent",
        "seed",
        "reason",
    ];

    /// <exception cref="UsageException">It cannot be read, or is no experiment; every problem is named.</exception>
    public static ExperimentRequest Read(string path)
    {
        var findings = new Findings();
        var asked = Document.Read(PolicyFile.Text(path), findings) switch
        {
            Node.Mapping root => Of(Keys.Of(root, "", Known, findings), findings),
            { } other => Refuse(other, findings),
            null => null,
        };
        return asked is not null && !findings.Any ? asked : throw UsageException.Of(path, [.. findings.Problems]);
    }

    private static ExperimentRequest Of(Keys keys, Findings findings)
    {
        var usual = new ExperimentRequest();
        return usual with
        {
            Name = Text(keys, "name", findings) ?? usual.Name,
            Treatment = Number(keys, "treatment", Window.Min, Window.Max, findings),
            Control = Number(keys, "control", Window.Min, Window.Max, findings),
            Design = SettingValue.Word(
                keys,
                "design",
                [("stripes", ExperimentDesign.Stripes), ("switchback", ExperimentDesign.Switchback)],
                usual.Design,
                findings
            ),
            BlockSeconds = (int)
                SettingValue
                    .Time(keys, "block", TimeBlocks.Least, TimeSpan.FromHours(24), TimeSpan.FromSeconds(usual.BlockSeconds), findings)
                    .TotalSeconds,
            Seconds = (int)
                SettingValue
                    .Time(keys, "for", TimeSpan.FromMinutes(1), TimeSpan.FromDays(14), TimeSpan.FromSeconds(usual.Seconds), findings)
                    .TotalSeconds,
            Destination = Text(keys, "prefix", findings),
            Port = Number(keys, "port", 1, 65_535, findings),
            Alpha = SettingValue.Number(keys, "alpha-percent", 1, 50, 5, findings) / 100.0,
            Seed = Seed(keys, findings),
            Reason = Text(keys, "reason", findings) ?? "",
        };
    }

    private static int? Number(Keys keys, string key, int least, int most, Findings findings) =>
        keys[key] is null ? null : SettingValue.Number(keys, key, least, most, least, findings);

    /// <summary>A seed that status printed is larger than other numbers of a file may be.</summary>
    private static ulong? Seed(Keys keys, Findings findings)
    {
        if (Text(keys, "seed", findings) is not { } text)
            return null;
        if (ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seed))
            return seed;
        findings.Problem("seed", keys["seed"]!, $"must be a whole number from 0 to {ulong.MaxValue}");
        return null;
    }

    private static string? Text(Keys keys, string key, Findings findings)
    {
        if (keys[key] is Node.Scalar scalar)
            return scalar.Value;
        // Without this the experiment would have every default route where a prefix was meant.
        if (keys[key] is { } other and not Node.Refused)
            findings.Problem(key, other, "must be one value on one line");
        return null;
    }

    private static ExperimentRequest? Refuse(Node root, Findings findings)
    {
        findings.Problem("", root, "must be a mapping, as in `treatment: 20`");
        return null;
    }
}
