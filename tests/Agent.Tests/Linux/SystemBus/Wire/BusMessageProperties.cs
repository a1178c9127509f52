using System.Text;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Agent.Linux.SystemBus.Wire;

namespace IwTune.Agent.Tests.Linux.SystemBus.Wire;

/// <summary>Everything written is read back, in both byte orders; any bytes that are not a message are refused.</summary>
public sealed class BusMessageProperties
{
    private static Gen<BusValue> Basic { get; } =
        Gen.OneOf(
            from type in Gen.Elements('y', 'n', 'q', 'i', 'u', 'x', 't', 'd')
            from bits in ArbMap.Default.GeneratorFor<ulong>()
            select (BusValue)new BusValue.Fixed(type, bits & (ulong.MaxValue >> (64 - (8 * BusSignature.Width(type))))),
            ArbMap.Default.GeneratorFor<bool>().Select(BusValue.Of),
            ArbMap.Default.GeneratorFor<NonNull<string>>().Select(text => BusValue.Of(Valid(text.Get))),
            Gen.Elements("/", "/a", "/org/freedesktop/NetworkManager").Select(BusValue.Path),
            Gen.Elements("", "s", "a{sa{sv}}", "(yv)").Select(text => (BusValue)new BusValue.Text('g', text))
        );

    private static Gen<BusMessage> Messages { get; } =
        from count in Gen.Choose(0, 5)
        from body in Values(3).ListOf(count)
        from serial in ArbMap.Default.GeneratorFor<uint>()
        from type in Gen.Elements(BusMessageType.Call, BusMessageType.Return, BusMessageType.Error, BusMessageType.Signal)
        from text in Gen.Elements(null, "org.freedesktop.DBus", "a.b")
        from wantsReply in ArbMap.Default.GeneratorFor<bool>()
        select new BusMessage
        {
            Type = type,
            Serial = serial,
            Path = text is null ? null : "/a",
            Interface = text,
            Member = "Member",
            ErrorName = text,
            ReplySerial = serial / 2,
            Destination = text,
            Sender = text,
            WantsReply = wantsReply,
            Body = body.Count == 0 ? [] : [.. body],
        };

    [Fact]
    public void A_message_is_read_as_it_was_written() =>
        Prop.ForAll(
                Messages.ToArbitrary(),
                ArbMap.Default.ArbFor<bool>(),
                (message, bigEndian) =>
                {
                    var bytes = message.Write(bigEndian);
                    Assert.Equal(bytes.Length, BusMessage.LengthOf(bytes.AsSpan(0, BusMessage.Prologue)));
                    var read = BusMessage.Read(bytes);
                    Assert.Equal(message.Body, read.Body);
                    Assert.Equal(message with { Body = [] }, read with { Body = [] });
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));

    [Fact]
    public void A_message_that_is_cut_off_anywhere_is_refused()
    {
        var bytes = new BusMessage
        {
            Type = BusMessageType.Signal,
            Serial = 1,
            Path = "/a",
            Interface = "a.b",
            Member = "C",
            Body = SystemBusContract.EveryType,
        }.Write();
        for (var length = 0; length < bytes.Length; length++)
            Assert.Throws<BusFormatException>(() => BusMessage.Read(bytes.AsSpan(0, length)));
    }

    /// <summary>A read beyond the message would be an IndexOutOfRangeException or worse; the given span is exactly the message.</summary>
    [Fact, Trait("Cases", "drawn")]
    public void Mutated_messages_are_read_or_refused_and_nothing_else()
    {
        var seeds = new[]
        {
            new BusMessage
            {
                Type = BusMessageType.Signal,
                Serial = 1,
                Path = "/a",
                Interface = "a.b",
                Member = "C",
                Sender = ":1.2",
                Body = SystemBusContract.EveryType,
            }.Write(),
            new BusMessage
            {
                Type = BusMessageType.Return,
                Serial = 7,
                ReplySerial = 3,
                Sender = ":1.2",
                Body = [new BusValue.Array("{sa{sv}}", []), BusValue.Of(3ul)],
            }.Write(bigEndian: true),
            new BusMessage
            {
                Type = BusMessageType.Error,
                Serial = 7,
                ReplySerial = 3,
                ErrorName = "a.b",
                Body = [BusValue.Of("text")],
            }.Write(),
        };
        var random = new Numbers((ulong)Cases.Seed(20261121));
        var (read, refused) = (0, 0);
        for (var i = 0; i < Cases.Of(1_000_000, 100_000); i++)
        {
            var bytes = seeds[i % seeds.Length].AsSpan().ToArray();
            for (var change = random.Next(4); change >= 0; change--)
            {
                var at = random.Next(bytes.Length);
                bytes[at] = random.Next(3) switch
                {
                    0 => (byte)random.Next(256),
                    1 => (byte)(bytes[at] ^ (1 << random.Next(8))),
                    _ => bytes[random.Next(bytes.Length)],
                };
            }
            if (random.Next(8) == 0)
                bytes = bytes[..random.Next(bytes.Length)];
            try
            {
                BusMessage.Read(bytes);
                read++;
            }
            catch (BusFormatException)
            {
                refused++;
            }
        }
        Assert.True(read > 1000 && refused > 1000, $"{read} read, {refused} refused");
    }

    [Fact]
    public void Values_nested_deeper_than_the_specification_allows_are_refused()
    {
        var value = BusValue.Of(1u);
        for (var depth = 0; depth < 100; depth++)
            value = new BusValue.Variant(value);
        Assert.Throws<BusFormatException>(() =>
            BusMessage.Read(
                new BusMessage
                {
                    Type = BusMessageType.Signal,
                    Serial = 1,
                    Body = [value],
                }.Write()
            )
        );
        Assert.Throws<BusFormatException>(() => BusSignature.FirstLength(new string('a', 40) + "y"));
        Assert.Throws<BusFormatException>(() => BusSignature.FirstLength(new string('(', 40) + "y" + new string(')', 40)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("()")]
    [InlineData("(y")]
    [InlineData("z")]
    [InlineData("{sv}")]
    [InlineData("a{vs}")]
    [InlineData("a{s}")]
    [InlineData("a{sv")]
    [InlineData("a{svv}")]
    public void A_type_that_is_none_is_refused(string signature) =>
        Assert.Throws<BusFormatException>(() => BusSignature.FirstLength(signature));

    /// <summary>4 GiB of body, announced in a header of sixteen bytes.</summary>
    [Fact]
    public void A_message_that_says_it_is_huge_is_refused_before_anything_is_made_for_it() =>
        Assert.Throws<BusFormatException>(() =>
            BusMessage.LengthOf([(byte)'l', 1, 0, 1, 255, 255, 255, 255, 1, 0, 0, 0, 255, 255, 255, 255])
        );

    private static Gen<BusValue> Values(int depth) =>
        depth == 0
            ? Basic
            : Gen.OneOf(
                Basic,
                Values(depth - 1).Select(value => (BusValue)new BusValue.Variant(value)),
                // A signature has at most 255 characters.
                from count in Gen.Choose(1, 3)
                from fields in Values(depth - 1).ListOf(count)
                select (BusValue)new BusValue.Struct([.. fields]),
                ArbMap.Default.GeneratorFor<byte[]>().Select(bytes => (BusValue)new BusValue.Bytes(bytes)),
                from item in Values(depth - 1)
                from count in Gen.Choose(0, 3)
                select item.Signature == "y"
                    ? new BusValue.Bytes(new byte[count])
                    : (BusValue)new BusValue.Array(item.Signature, [.. Enumerable.Repeat(item, count)]),
                from value in Values(depth - 1)
                select (BusValue)BusDictionary.Of(("key", value), ("other", BusValue.Of(1u)))
            );

    private static string Valid(string text) =>
        Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)).Replace("\0", "", StringComparison.Ordinal);

    /// <summary>The same numbers in every run: a linear congruential generator.</summary>
    private sealed class Numbers(ulong seed)
    {
        private ulong _state = seed;

        public int Next(int below)
        {
            _state = (_state * 6364136223846793005) + 1442695040888963407;
            return (int)((_state >> 33) % (ulong)below);
        }
    }
}
