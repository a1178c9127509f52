using IwTune.Agent.Linux.Netlink;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Netlink;

/// <summary>
/// Messages that no kernel would send, made from real ones: the result is a reading or the reader's own error, nothing else.
/// </summary>
[Trait("Cases", "drawn")]
public sealed class CodecFuzzTests
{
    private static readonly int Messages = Cases.Of(1_000_000, 100_000);
    private const int Longest = 512;

    private static readonly byte[][] Seeds =
    [
        .. Capture
            .Messages("ipv4")
            .Concat(Capture.Messages("ipv6"))
            .Select(message => message.Body.ToArray())
            .Where(body => body.Length is > 0 and <= Longest / 2),
    ];

    [Fact]
    public void Mutated_messages_give_a_route_or_the_readers_own_error_and_are_never_read_beyond_their_end()
    {
        var random = new Random(Cases.Seed(20261121));
        var buffer = new byte[Longest + 64];
        var (read, refused) = (0, 0);
        for (var count = 0; count < Messages; count++)
        {
            var length = Mutate(random, buffer);
            // Bytes behind the message, here the rest of an older one or noise, must not matter.
            var first = Reading(buffer.AsMemory(0, length));
            random.NextBytes(buffer.AsSpan(length, 64));
            if (count % 16 == 0 && Reading(buffer.AsMemory(0, length)) != first)
                Assert.Fail($"read beyond its end: {Convert.ToHexString(buffer.AsSpan(0, length))}");
            _ = first is null ? refused++ : read++;
        }
        // If all mutations were refused, or all accepted, only half of the reader would be tested.
        Assert.InRange(read, Messages / 20, Messages);
        Assert.InRange(refused, Messages / 20, Messages);
    }

    /// <returns>The message's length; it lies at the start of the buffer.</returns>
    private static int Mutate(Random random, byte[] buffer)
    {
        var seed = Seeds[random.Next(Seeds.Length)];
        var length = seed.Length;
        seed.CopyTo(buffer, 0);
        for (var changes = random.Next(4); changes >= 0; changes--)
        {
            switch (random.Next(6))
            {
                case 0:
                    buffer[random.Next(length)] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    buffer[random.Next(length)] = (byte)random.Next(256);
                    break;
                case 2:
                    length = random.Next(1, length + 1);
                    break;
                case 3:
                    BitConverter.TryWriteBytes(buffer.AsSpan(Even(random, length)), (ushort)random.Next(16));
                    break;
                case 4:
                    BitConverter.TryWriteBytes(buffer.AsSpan(Even(random, length)), ushort.MaxValue);
                    break;
                default:
                    var other = Seeds[random.Next(Seeds.Length)];
                    var take = random.Next(Math.Min(other.Length, Longest - length) + 1);
                    other.AsSpan(other.Length - take).CopyTo(buffer.AsSpan(length));
                    length += take;
                    break;
            }
        }
        return length;
    }

    /// <summary>Attribute lengths and types are at even offsets.</summary>
    private static int Even(Random random, int length) => random.Next(length) & ~1;

    /// <returns>What was read, and what would be written for it; <see langword="null"/> when the reader refused the bytes.</returns>
    private static int? Reading(ReadOnlyMemory<byte> body)
    {
        try
        {
            var route = RouteMessage.Read(body);
            var request = route.ReplaceRequest(new Window(10, 20));
            return HashCode.Combine(route.Key, route.Window, route.Gateway, route.ExpiresIn, route.SameExceptWindow(route), Hash(request));
        }
        catch (NetlinkFormatException)
        {
            return null;
        }
    }

    private static int Hash(byte[] bytes)
    {
        var hash = default(HashCode);
        hash.AddBytes(bytes);
        return hash.ToHashCode();
    }
}
