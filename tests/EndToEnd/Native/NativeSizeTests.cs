using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Lab;

namespace IwTune.EndToEnd.Native;

/// <summary>
/// Every start of the agent pays for every capability in it. The programs may grow by two percent; more is recorded with its reason in
/// native-size.json: <c>IWTUNE_RENEW=1 ./build.sh test --only fleet --class NativeSizeTests</c> writes the numbers, the reason is yours.
/// </summary>
public sealed class NativeSizeTests
{
    private const double Room = 1.02;

    private static string Record => Path.Combine(Binaries.Root, "tests/EndToEnd/Native/native-size.json");

    [Theory]
    [InlineData("iwtune")]
    [InlineData("iwtune-tools")]
    public void A_native_program_grows_by_two_percent_at_most_without_a_recorded_reason(string name)
    {
        var program = name == "iwtune" ? NativeProgram.Host : NativeProgram.Tools;
        var (bytes, types) = (program.Bytes, program.Types());
        var record = JsonNode.Parse(File.ReadAllText(Record))!.AsObject();
        var recorded = record[name]!;
        if (Environment.GetEnvironmentVariable("IWTUNE_RENEW") == "1")
        {
            (recorded["bytes"], recorded["types"]) = (bytes, types);
            File.WriteAllText(
                Record,
                record.ToJsonString(
                    new JsonSerializerOptions { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }
                ) + "\n"
            );
            return;
        }
        Assert.True(
            Allowed(bytes, "bytes") && Allowed(types, "types"),
            $"{name} has {bytes} bytes and {types} types; recorded: {recorded}"
        );

        bool Allowed(long now, string what)
        {
            var then = recorded[what]!.GetValue<long>();
            // What became much smaller is recorded too: otherwise it could grow again unseen.
            return now <= then * Room && now >= then * 0.9;
        }
    }
}
